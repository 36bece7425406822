import { expect, test } from 'vitest';
import { english } from '#e2e/support/texts.ts';
import {
  type CostMonth,
  chartData,
  costsLead,
  differenceClass,
  monthName,
  monthToCompare,
  subjectLabel,
} from './costs.logic.ts';

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
  expect(subjectLabel({ subject: 'other', label: '' }, english)).toBe('Whole account');
  expect(subjectLabel({ subject: 'server', label: 'mail-1' }, english)).toBe('mail-1');
});

test.each([
  [null, 'Currently $66.68 per month. About $800.16 this year.'],
  ['70.00', 'Currently $66.68 per month. Budget: $70.00 per month. About $800.16 this year.'],
  ['60.00', 'Currently $66.68 per month. This is $6.68 over the budget of $60.00 per month. About $800.16 this year.'],
])('compares the costs with a budget of %s', (monthly_budget, words) => {
  const costs = { monthly_cost: '66.68', monthly_budget, year_forecast: '800.16' };
  expect(costsLead(costs, (amount) => `$${amount}`, english)).toBe(words);
});
