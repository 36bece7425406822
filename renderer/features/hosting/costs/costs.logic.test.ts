import { expect, test } from 'vitest';
import { english } from '#e2e/fixtures/texts.ts';
import { type CostMonth, chartData, differenceClass, monthName, monthToCompare, subjectWords } from './costs.logic.ts';

const month = (name: string): CostMonth => ({
  month: name,
  estimated: '9.99',
  invoiced: '10.50',
  difference: '0.51',
  is_final: true,
});

test("months are named in the user's language, the same in every time zone", () => {
  expect(monthName('2026-03', 'en')).toBe('Mar 2026');
  expect(monthName('2026-03', 'de', 'long')).toBe('März 2026');
});

test('the chart draws whole cents', () => {
  expect(chartData([month('2026-03')], 'en')).toEqual([{ month: 'Mar 2026', estimated: 9.99, invoiced: 10.5 }]);
});

test('the latest finished month is compared first, or the current one if there is none', () => {
  expect(monthToCompare([month('2026-01'), month('2026-02'), month('2026-03')])).toBe('2026-02');
  expect(monthToCompare([month('2026-03')])).toBe('2026-03');
  expect(monthToCompare([])).toBeUndefined();
});

test('only an invoice above the estimate stands out', () => {
  expect([differenceClass('0.01'), differenceClass('0.00'), differenceClass('-5.00')]).toEqual([
    'figures above',
    'figures',
    'figures',
  ]);
});

test("invoices without a server are shown as the account's", () => {
  expect(subjectWords({ subject: 'other', label: '' }, english)).toBe('Whole account');
  expect(subjectWords({ subject: 'server', label: 'mail-1' }, english)).toBe('mail-1');
});
