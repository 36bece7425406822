import { expect, test } from 'vitest';
import { english } from '#e2e/support/texts.ts';
import texts from '../../../languages/en.json' with { type: 'json' };
import type { Servers } from '../servers/servers.logic.ts';
import { costOverBudget, nowDetail, reviewNotes } from './review.logic.ts';

const before = { cpu: 1, ram_mb: 2_048, disk_gb: 50, bandwidth_gb: 2_048 };
const notes = (sizes: Partial<typeof before>, reboot: 'likely' | 'possible' = 'possible') =>
  reviewNotes(before, { sizes: { ...before, ...sizes }, reboot }, english).join(' ');

test('a growing disk is marked as irreversible; an unchanged one is not', () => {
  expect(notes({ disk_gb: 75 })).toMatch(/offers no plans with a smaller disk/);
  expect(notes({ cpu: 2 })).not.toMatch(/smaller/);
});

test('an unknown restart counts as possible', () => {
  expect(notes({ cpu: 2 }, 'likely')).toMatch(/will likely restart/);
  expect(notes({ cpu: 2 }, 'possible')).toMatch(/may restart/);
});

test('a change of traffic alone needs neither a restart nor a decision', () => {
  const words = notes({ bandwidth_gb: 4_096 });
  expect(words).toMatch(/Only traffic changes/);
  expect(words).not.toMatch(/restart|23 hours/);
});

test.each([
  ['18.99', '60.00', '0.00', null, undefined],
  ['18.99', '60.00', '0.00', '69.00', undefined],
  ['18.99', '60.00', '0.00', '68.99', '69.00'],
  ['18.99', '60.00', '0.01', '69.00', '69.01'],
  ['4.99', '60.00', '0.00', '10.00', undefined],
])('a plan for %s with hosting at %s, %s ordered, and a budget of %s', (monthly, cost, ordered, budget, total) => {
  const connection = { monthly_budget: budget } as Servers['connection'];
  const over = costOverBudget('9.99', monthly, { monthly_cost: cost, ordered_cost: ordered, connection });
  expect(over?.total).toBe(total);
});

test('what is due now shows its sum, and what is added to it', () => {
  const terms = { difference: '9.00', days_left: 15, days: 30, added: '19', is_set: false, net: '4.50', tax: '0.86' };
  const money = (amount: string) => `$${amount}`;
  expect(nowDetail({ now_terms: terms }, money, english)).toBe(
    'Estimate: 15 of 30 days × $9.00 = $4.50 net. Plus 19 % ($0.86), learned from your last invoice. The invoice is final.',
  );
  expect(nowDetail({ now_terms: { ...terms, is_set: true } }, money, english)).toMatch(/19 % tax .* as you set it/);
  expect(nowDetail({ now_terms: { ...terms, added: null } }, money, english)).not.toMatch(/%/);
  expect(nowDetail({ now_terms: null }, money, english)).toMatch(/^Estimate for the rest/);
});

test('no text states what seed 001 leaves open', () => {
  // When the provider decides by itself, what a change restarts, when it applies, and what managed includes.
  expect(JSON.stringify(texts.hosting)).not.toMatch(
    /auto-confirms\.|applies immediately|about a day|(server|it) restarts|will restart|operating system and its updates/i,
  );
});
