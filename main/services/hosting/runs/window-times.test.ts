import { expect, test } from 'vitest';
import { day } from '#shared/rules/limits.ts';
import { toIso } from '../../../platform/clock.ts';
import { windowMinutes, windowTimes } from './window-times.ts';

const berlin = { from: '02:00', until: '04:00', time_zone: 'Europe/Berlin' };
const at = (window: Parameters<typeof windowTimes>[0], now: string) => {
  const { start, end } = windowTimes(window, Date.parse(now));
  return [toIso(start), toIso(end)];
};

test.each([
  ['before it', '2026-01-10T00:30:00Z', ['2026-01-10T01:00:00.000Z', '2026-01-10T03:00:00.000Z']],
  ['at its start', '2026-01-10T01:00:00Z', ['2026-01-10T01:00:00.000Z', '2026-01-10T03:00:00.000Z']],
  ['within it', '2026-01-10T02:59:59Z', ['2026-01-10T01:00:00.000Z', '2026-01-10T03:00:00.000Z']],
  ['at its end, it is the next one', '2026-01-10T03:00:00Z', ['2026-01-11T01:00:00.000Z', '2026-01-11T03:00:00.000Z']],
  ['in summer', '2026-07-10T12:00:00Z', ['2026-07-11T00:00:00.000Z', '2026-07-11T02:00:00.000Z']],
])('the window of a day in its time zone, %s', (_name, now, times) => {
  expect(at(berlin, now)).toEqual(times);
});

test('a window may last until the next day', () => {
  const window = { from: '23:00', until: '01:00', time_zone: 'America/New_York' };
  expect(at(window, '2026-01-10T05:30:00Z')).toEqual(['2026-01-10T04:00:00.000Z', '2026-01-10T06:00:00.000Z']);
  expect(at(window, '2026-01-10T06:00:00Z')).toEqual(['2026-01-11T04:00:00.000Z', '2026-01-11T06:00:00.000Z']);
});

test('on a day whose clocks change, a window is shorter, longer or left out', () => {
  expect(at(berlin, '2026-03-28T22:00:00Z')).toEqual(['2026-03-29T01:00:00.000Z', '2026-03-29T02:00:00.000Z']);
  expect(at(berlin, '2026-10-24T22:00:00Z')[1]).toBe('2026-10-25T03:00:00.000Z');
  // On 24 April, midnight does not exist in Cairo.
  const cairo = { from: '00:00', until: '03:00', time_zone: 'Africa/Cairo' };
  expect(at(cairo, '2026-04-23T20:00:00Z')).toEqual(['2026-04-23T22:00:00.000Z', '2026-04-24T00:00:00.000Z']);
  // It opens when clocks skip its start, west of UTC as well.
  expect(at({ ...berlin, from: '02:30' }, '2026-03-28T22:00:00Z')[0]).toBe('2026-03-29T01:00:00.000Z');
  const newYork = { from: '02:30', until: '04:00', time_zone: 'America/New_York' };
  expect(at(newYork, '2026-03-08T01:00:00Z')).toEqual(['2026-03-08T07:00:00.000Z', '2026-03-08T08:00:00.000Z']);
  // On 29 March, 02:00 to 03:00 does not exist.
  const [start, end] = at({ ...berlin, until: '03:00' }, '2026-03-28T22:00:00Z');
  expect([start, end]).toEqual(['2026-03-30T00:00:00.000Z', '2026-03-30T01:00:00.000Z']);
});

test('every instant has a window that ends after it, and at most two days later', () => {
  for (const zone of ['Etc/UTC', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Asia/Kathmandu', 'America/New_York']) {
    for (let hour = 0; hour < 24 * 366; hour += 5) {
      const now = Date.UTC(2026, 0, 1, hour, 17);
      const { start, end } = windowTimes({ from: '22:30', until: '02:30', time_zone: zone }, now);
      expect(end).toBeGreaterThan(now);
      expect(end).toBeGreaterThan(start);
      expect(start - now).toBeLessThan(2 * day);
    }
  }
});

test.each([
  [{ from: '02:00', until: '04:00' }, 120],
  [{ from: '23:45', until: '00:15' }, 30],
  [{ from: '02:00', until: '02:00' }, 0],
])('%j lasts %d minutes', (window, minutes) => {
  expect(windowMinutes(window)).toBe(minutes);
});
