import { expect, test } from 'vitest';
import type { DateStyle } from '../../components/dates.ts';
import { chartDays, keyCount, totalsOf } from './overview.logic.ts';

const days = [
  { day: '2026-03-28', sign_ins: 4, failed: 0, lockouts: 0 },
  { day: '2026-03-29', sign_ins: 3, failed: 14, lockouts: 2 },
];

test('sums up the days of the chart', () => {
  expect(totalsOf({ days })).toEqual({ signIns: 7, failed: 14, lockouts: 2 });
});

test('names the days as the person writes them, and keeps their numbers', () => {
  const british: DateStyle = { timezone: 'Europe/London', date_format: 'D MMM YYYY', time_format: '24h' };
  expect(chartDays(days, british)).toEqual([
    { day: '28 Mar', sign_ins: 4, failed: 0, lockouts: 0 },
    { day: '29 Mar', sign_ins: 3, failed: 14, lockouts: 2 },
  ]);
  expect(chartDays(days, { ...british, language: 'de' })[0]?.day).toBe('28. März');
});

test('says that there may be more keys than the service lists', () => {
  const key = {
    key_id: 'key',
    name: 'CI',
    user_id: 'user_a',
    email: 'a@example.com',
    expires_at: '2026-03-29T00:00:00Z',
  };
  const keys = (count: number) => ({ expiring_keys: Array.from({ length: count }, () => key) });
  expect(keyCount(keys(0))).toBe('0');
  expect(keyCount(keys(19))).toBe('19');
  expect(keyCount(keys(20))).toBe('20+');
});
