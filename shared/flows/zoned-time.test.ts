import { tzOffset } from '@date-fns/tz/tzOffset';
import { expect, test } from 'vitest';
import { day, minute } from '../rules/limits.ts';
import { zonedDay, zonedInstant } from './zoned-time.ts';

/** Clock changes of 2026 and around it, west and east of UTC, at midnight, by half an hour and by a whole day. */
const changes = [
  ['a time on a day without changes', 'Asia/Kathmandu', '2026-03-29', '02:30', '2026-03-28T20:45'],
  ['before clocks go forward', 'Europe/Berlin', '2026-03-29', '01:59', '2026-03-29T00:59'],
  ['skipped, so the change itself', 'Europe/Berlin', '2026-03-29', '02:30', '2026-03-29T01:00'],
  ['after clocks have gone forward', 'Europe/Berlin', '2026-03-29', '03:00', '2026-03-29T01:00'],
  ['shown twice', 'Europe/Berlin', '2026-10-25', '02:30', '2026-10-25T00:30'],
  ['shown again once clocks have gone back', 'Europe/Berlin', '2026-10-25', '03:00', '2026-10-25T02:00'],
  ['skipped, so the change itself', 'America/New_York', '2026-03-08', '02:30', '2026-03-08T07:00'],
  ['shown twice', 'America/New_York', '2026-11-01', '01:30', '2026-11-01T05:30'],
  ['a midnight that clocks skip', 'America/Santiago', '2026-09-06', '00:00', '2026-09-06T04:00'],
  ['a midnight that clocks skip', 'Africa/Cairo', '2026-04-24', '00:00', '2026-04-23T22:00'],
  ['a midnight shown twice', 'America/Havana', '2026-11-01', '00:00', '2026-11-01T04:00'],
  ['a midnight shown twice', 'Atlantic/Azores', '2026-10-25', '00:00', '2026-10-25T00:00'],
  ['skipped by half an hour', 'Australia/Lord_Howe', '2026-10-04', '02:15', '2026-10-03T15:30'],
  ['shown twice for half an hour', 'Australia/Lord_Howe', '2026-04-05', '01:45', '2026-04-04T14:45'],
  ['a day that clocks skip', 'Pacific/Apia', '2011-12-30', '12:00', '2011-12-30T10:00'],
] as const;

const own = process.env.TZ;

test.each(['UTC', 'Europe/Berlin', 'America/New_York', 'Pacific/Auckland', 'Australia/Lord_Howe'])(
  'a zone’s days and times are the same on a computer in %s',
  (timeZoneOfComputer) => {
    process.env.TZ = timeZoneOfComputer;
    try {
      expect(new Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(timeZoneOfComputer);
      for (const [name, timeZone, date, time, expected] of changes) {
        const at = new Date(zonedInstant(timeZone, date, time)).toISOString();
        expect(at, `${timeZone} ${date} ${time}: ${name}`).toBe(`${expected}:00.000Z`);
      }
      expect(zonedDay('Pacific/Kiritimati', Date.parse('2026-12-31T10:00:00Z'))).toBe('2027-01-01');
      expect(zonedDay('Pacific/Pago_Pago', Date.parse('2027-01-01T10:59:00Z'))).toBe('2026-12-31');
    } finally {
      if (own === undefined) delete process.env.TZ;
      else process.env.TZ = own;
    }
  },
);

const wallClock = (timeZone: string) => {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  return (at: number): string => format.format(at).replace(' ', 'T');
};

test.each([
  'Africa/Cairo',
  'America/Havana',
  'America/New_York',
  'America/St_Johns',
  'Asia/Beirut',
  'Atlantic/Azores',
  'Australia/Lord_Howe',
  'Europe/Berlin',
  'Pacific/Auckland',
])('in %s, nothing is shown earlier, and no later time before', (timeZone) => {
  const shown = wallClock(timeZone);
  const isNearChange = (wall: number): boolean =>
    tzOffset(timeZone, new Date(wall - day)) !== tzOffset(timeZone, new Date(wall + day));
  for (let wall = Date.UTC(2026, 0, 1); wall < Date.UTC(2027, 0, 1); wall += isNearChange(wall) ? 30 * minute : day) {
    const [date = '', time = ''] = new Date(wall).toISOString().slice(0, 16).split('T');
    const at = zonedInstant(timeZone, date, time);
    expect(shown(at) >= `${date}T${time}`, `${timeZone} ${date} ${time}`).toBe(true);
    // The minute before shows an earlier time.
    expect(shown(at - minute) < `${date}T${time}`, `${timeZone} ${date} ${time}`).toBe(true);
  }
});
