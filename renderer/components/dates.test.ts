import { TZDateMini } from '@date-fns/tz/date/mini';
import { formatDistanceStrict } from 'date-fns';
import { describe, expect, test } from 'vitest';
import { english, german } from '#e2e/support/texts.ts';
import { zoneNames } from '#e2e/support/time-zones.ts';
import { dateFormats } from '#shared/contract/preferences.ts';
import { zonedInstant } from '#shared/flows/zoned-time.ts';
import {
  type DateStyle,
  formatDate,
  formatDateTime,
  formatDeadline,
  formatOffset,
  formatRelative,
  formatTime,
  formatUtc,
  timeZoneChoices,
  zoneName,
} from './dates.ts';
import { localFormats } from './local-formats.ts';

const instant = '2026-03-28T23:05:09.000Z';
const vienna: DateStyle = { timezone: 'Europe/Vienna', date_format: 'DD.MM.YYYY', time_format: '24h' };

test.each([
  [dateFormats[0], '2026-03-29'],
  [dateFormats[1], '03/29/2026'],
  [dateFormats[2], '29/03/2026'],
  [dateFormats[3], '29.03.2026'],
  [dateFormats[4], '29 Mar 2026'],
  [dateFormats[5], 'Mar 29, 2026'],
  ['YYYY.DD.MM', '2026.29.03'],
])('formats the date as %s, on the day of the time zone', (date_format, expected) => {
  expect(formatDate(instant, { ...vienna, date_format })).toBe(expected);
});

test.each([
  ['en-US', 'MMM D, YYYY', '12h'],
  ['en-GB', 'D MMM YYYY', '24h'],
  ['de-DE', 'DD.MM.YYYY', '24h'],
  ['de', 'DD.MM.YYYY', '24h'],
  ['sv-SE', 'YYYY-MM-DD', '24h'],
  // What the console doesn't offer stays with the default.
  ['ko-KR', undefined, '12h'],
])('a browser in %s writes %s, in %s', (locale, date_format, time_format) => {
  expect(localFormats(locale)).toEqual({ time_format, ...(date_format && { date_format }) });
});

test.each([
  ['24h', '2026-03-28T23:05:00.000Z', '00:05'],
  ['12h', '2026-03-28T23:05:00.000Z', '12:05 AM'],
  ['12h', '2026-03-28T11:05:00.000Z', '12:05 PM'],
  // Clocks in Vienna move from 02:00 to 03:00 at 01:00 UTC.
  ['24h', '2026-03-29T00:59:00.000Z', '01:59'],
  ['24h', '2026-03-29T01:00:00.000Z', '03:00'],
] as const)('formats the time as %s: %s is %s', (time_format, at, expected) => {
  expect(formatTime(at, { ...vienna, time_format })).toBe(expected);
});

test.each(['D MMM YYYY', 'MMM D, YYYY'])('writes %s in the order of a language that has one', (date_format) => {
  expect(formatDate(instant, { ...vienna, date_format, language: 'de' })).toBe('29. März 2026');
});

test('formats date and time together, and UTC with seconds', () => {
  expect(formatDateTime(instant, vienna)).toBe('29.03.2026 00:05');
  expect(formatDateTime(instant, { ...vienna, date_format: 'D MMM YYYY' })).toBe('29 Mar 2026, 00:05');
  expect(formatUtc(instant)).toBe('2026-03-28 23:05:09 UTC');
});

/** Days, each with the one before, in numbers and in words. */
const days = [
  { day: '2026-01-01', begun: ['2026-01-01', 'Jan 1, 2026'], before: ['2025-12-31', 'Dec 31, 2025'] },
  { day: '2026-03-29', begun: ['2026-03-29', 'Mar 29, 2026'], before: ['2026-03-28', 'Mar 28, 2026'] },
] as const;

test.each(days)('%o begins at the midnight of every zone', ({ day, begun, before }) => {
  const shown = (timezone: string, at: number) =>
    ['YYYY-MM-DD', 'MMM D, YYYY'].map((date_format) => formatDate(at, { ...vienna, timezone, date_format }));
  const wrong = [...zoneNames, 'UTC', 'Etc/GMT+12'].filter((timezone) => {
    const midnight = zonedInstant(timezone, day, '00:00');
    return `${shown(timezone, midnight)}` !== `${begun}` || `${shown(timezone, midnight - 1)}` !== `${before}`;
  });
  expect(wrong).toEqual([]);
});

describe('times that are yet to come', () => {
  const now = Date.parse(instant);
  test.each([
    [59_000, 'in less than a minute'],
    [180_000, 'in 3 minutes'],
    [0, 'just now'],
    [-180_000, '3 minutes ago'],
  ])('format %d ms from now as %s', (distance, expected) => {
    expect(formatDeadline(new Date(now + distance).toISOString(), now, 'en', english)).toBe(expected);
  });
});

describe('relative times', () => {
  const now = Date.parse(instant);
  test.each([
    [0, 'just now'],
    [59_000, 'just now'],
    [-59_000, 'just now'],
    [60_000, 'in 1 minute'],
    [-180_000, '3 minutes ago'],
    [6 * 86_400_000, 'in 6 days'],
  ])('format %d ms from now as %s', (distance, expected) => {
    expect(formatRelative(new Date(now + distance).toISOString(), now, 'en', english)).toBe(expected);
  });

  test.each([
    [30_000, 'gerade eben'],
    [-60_000, 'vor 1 Minute'],
    [6 * 86_400_000, 'in 6 Tagen'],
  ])('format %d ms from now as %s in German', (distance, expected) => {
    expect(formatRelative(new Date(now + distance).toISOString(), now, 'de', german)).toBe(expected);
  });

  test('round sensibly from minutes to years', () => {
    const minutes = [1, 1.4, 1.6, 59, 61, 89, 91, 1_379, 1_441, 2_159, 2_161, 43_199, 43_201, 64_801, 500_000, 530_000];
    for (const distance of [...minutes, 800_000, 2_000_000].map((count) => count * 60_000)) {
      // In UTC, because date-fns takes an hour for a change of the clocks.
      const [past, present] = [new TZDateMini(now - distance, 'UTC'), new TZDateMini(now, 'UTC')];
      expect(formatRelative(new Date(now - distance).toISOString(), now, 'en', english)).toBe(
        formatDistanceStrict(past, present, { addSuffix: true }),
      );
    }
  });
});

test.each([
  // Clocks go forward at 07:00 UTC, and back at 06:00 UTC.
  ['America/New_York', '2026-03-08T06:59:00.000Z', '01:59', 'UTC−05:00'],
  ['America/New_York', '2026-03-08T07:00:00.000Z', '03:00', 'UTC−04:00'],
  ['America/New_York', '2026-11-01T05:59:00.000Z', '01:59', 'UTC−04:00'],
  ['America/New_York', '2026-11-01T06:00:00.000Z', '01:00', 'UTC−05:00'],
  ['Europe/Vienna', '2026-10-25T00:59:00.000Z', '02:59', 'UTC+02:00'],
  ['Europe/Vienna', '2026-10-25T01:00:00.000Z', '02:00', 'UTC+01:00'],
  ['Australia/Lord_Howe', '2026-10-03T15:30:00.000Z', '02:30', 'UTC+11:00'],
])('in %s, %s is %s, %s', (timezone, at, time, offset) => {
  expect(formatTime(at, { ...vienna, timezone })).toBe(time);
  expect(formatOffset(timezone, Date.parse(at))).toBe(offset);
});

test.each([
  ['Etc/UTC', 'UTC+00:00'],
  ['Asia/Kolkata', 'UTC+05:30'],
  ['America/St_Johns', 'UTC−03:30'],
  ['Europe/Vienna', 'UTC+01:00'],
])('the UTC offset of %s is %s in winter', (zone, expected) => {
  expect(formatOffset(zone, Date.parse('2026-01-15T00:00:00Z'))).toBe(expected);
});

test.each([
  ['Etc/UTC', 'UTC'],
  ['America/New_York', 'America/New York'],
])('the zone %s is called %s', (zone, expected) => {
  expect(zoneName(zone)).toBe(expected);
});

test('every time zone is offered once, including the current one', () => {
  const choices = timeZoneChoices('Asia/Calcutta', Date.parse(instant));
  const values = choices.map(({ value }) => value);
  expect(values).toContain('Asia/Calcutta');
  expect(values).toContain('Etc/UTC');
  expect(values).toContain('Asia/Kolkata');
  expect(new Set(values).size).toBe(values.length);
  expect(choices.find(({ value }) => value === 'Europe/Vienna')?.label).toBe('Europe/Vienna (UTC+01:00)');
});
