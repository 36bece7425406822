import { expect, test } from 'vitest';
import type { DateStyle } from '../../components/dates.ts';
import { barsOfDays, barsOfMonths, shareOf, sumOf } from './trends.logic.ts';

const british: DateStyle = { timezone: 'Europe/London', date_format: 'D MMM YYYY', time_format: '24h' };
const american: DateStyle = { ...british, date_format: 'MMM D, YYYY' };

test('a bar of a day names the day in UTC, and counts what failed', () => {
  const days = [{ day: '2026-11-01', sent: 5, failed: 2 }];
  const bars = barsOfDays(days, ({ sent: value, failed }) => ({ value, failed }), american);
  expect(bars).toEqual([{ at: 'Nov 1', label: 'Nov 1: 7', value: 5, failed: 2 }]);
  expect(barsOfDays(days, ({ sent: value }) => ({ value }), british)[0]?.label).toBe('1 Nov: 5');
  expect(barsOfDays(days, ({ sent: value }) => ({ value }), { ...british, language: 'de' })[0]?.label).toBe(
    '1. Nov.: 5',
  );
});

test('a bar of a month is what was invoiced, or the estimate until then', () => {
  const months = [
    { month: '2026-10', estimated: '10.00', invoiced: '12.50' },
    { month: '2026-11', estimated: '10.00', invoiced: '0.00' },
  ];
  expect(barsOfMonths(months, american, (amount) => `$${amount}`)).toEqual([
    { at: 'Oct 2026', label: 'Oct 2026: $12.50', value: 1_250 },
    { at: 'Nov 2026', label: 'Nov 2026: $10.00', value: 1_000 },
  ]);
});

test('sums a figure over days', () => {
  expect(sumOf([{ sent: 2 }, { sent: 3 }], ({ sent }) => sent)).toBe(5);
});

test('the share of a team without members is whole', () => {
  expect([shareOf(1, 4), shareOf(0, 0)]).toEqual([0.25, 1]);
});
