import { expect, test } from 'vitest';
import { english } from '#e2e/support/texts.ts';
import { providerErrorReasonNames } from '#shared/flows/provider-errors.ts';
import { refusals } from '#shared/flows/upgrade-actions.ts';
import { endStates, nextState, openStates, pollProblems } from '#shared/flows/upgrade-flow.ts';
import { roleAlone } from '#shared/rules/permissions.ts';
import de from '../../../languages/de.json' with { type: 'json' };
import en from '../../../languages/en.json' with { type: 'json' };
import {
  actionDisabledReason,
  closingTexts,
  countdown,
  invoiceUrl,
  isImmediate,
  newCost,
  problemText,
  type Run,
  runColor,
  runTopic,
  shownRun,
  stateLabel,
  stepOf,
  stepsOf,
} from './runs.logic.ts';

const plan = { name: 'Large' } as NonNullable<Run['plan']>;
const run = (changed: Partial<Run> = {}): Run =>
  ({
    kind: 'upgrade',
    state: 'choosing',
    is_open: true,
    needs_attention: false,
    plan: null,
    wanted: null,
    refused: {},
    cost_before: '9.99',
    cost_after: null,
    ...changed,
  }) as Run;

test('every state has its step', () => {
  expect(stepOf(undefined, false)).toBe('plan');
  expect(stepOf(run(), false)).toBe('plan');
  const steps = openStates.map((state) => stepOf(run({ state, plan }), false));
  expect(steps).toEqual(['review', 'invoice', 'invoice', 'upgrade', 'upgrade', 'decide', 'decide', 'decide', 'end']);
  for (const state of endStates) expect(stepOf(run({ state, is_open: false }), false)).toBe('end');
});

test('a user who reviews can only go back to the plans', () => {
  expect(stepOf(run({ plan }), true)).toBe('plan');
  expect(stepOf(run({ state: 'awaiting_payment', plan }), true)).toBe('invoice');
});

test('a run is shown while it is open, and its end until a user dismisses it', () => {
  const ended = run({ state: 'confirmed', is_open: false, needs_attention: true });
  expect(shownRun(run())?.state).toBe('choosing');
  expect(shownRun(ended)).toBe(ended);
  expect(shownRun({ ...ended, needs_attention: false })).toBeUndefined();
  expect(shownRun(undefined)).toBeUndefined();
});

test("an action is disabled for an admin, and for an owner with the flow's own reason", () => {
  const waiting = run({ refused: { cancel: 'order_exists' } });
  expect(actionDisabledReason(roleAlone('admin'), waiting, 'apply', english)).toBe('Only an owner can do this.');
  expect(actionDisabledReason(roleAlone('owner'), waiting, 'cancel', english)).toMatch(/^The provider has an order/);
  expect(actionDisabledReason(roleAlone('owner'), waiting, 'apply', english)).toBeUndefined();
});

const ordered = { kind: 'upgrade', provider: 'hostwinds' } as const;

test('every refusal and every meaning of closing has a text', () => {
  for (const refusal of Object.keys(refusals)) {
    const words = actionDisabledReason(
      roleAlone('owner'),
      { refused: { order: refusal } } as Pick<Run, 'refused'>,
      'order',
      english,
    );
    expect(words).toMatch(/^[A-Z].+\.$/);
  }
  for (const state of openStates) {
    expect(closingTexts({ ...ordered, state }, english)).toHaveLength(nextState(state, 'closed') ? 2 : 1);
  }
});

test('a change without an order has its own steps, status and meaning of closing', () => {
  expect(stepsOf('order')).toHaveLength(5);
  expect(stepsOf('immediate')).toEqual(['plan', 'review', 'upgrade']);
  const run = { kind: 'upgrade', provider: 'hetzner', state: 'confirmed' } as const;
  expect(stateLabel(run, english)).toBe('Changed');
  expect(stateLabel({ ...run, ...ordered }, english)).toBe('Confirmed');
  expect(closingTexts({ ...run, state: 'applying' }, english)[1]).toMatch(/may stay off/);
  expect(isImmediate({ ...run, kind: 'billing_cycle' })).toBe(false);
});

test('every problem has a title and advice', () => {
  for (const reason of [...providerErrorReasonNames, ...pollProblems] as const) {
    const { title, advice } = problemText({ reason }, english);
    expect(title).not.toBe(reason);
    expect(advice).toMatch(/\.$/);
  }
});

test('no text about hosting claims what the provider has never said', () => {
  const texts = ({ hosting }: typeof en | typeof de): string => JSON.stringify(hosting);
  // Seed 001 names no time for any of this, and no price.
  expect(texts(en)).not.toMatch(/24 hours|change applies immediately|cost (more|less) per month/);
  expect(texts(de)).not.toMatch(/24 Stunden|Änderung gilt sofort|kosten pro Monat/);
});

test('a run is described by its plan or by its change', () => {
  expect(runTopic(run({ plan }), english)).toBe('Large');
  expect(runTopic(run(), english)).toBe('Upgrade');
  expect(runTopic(run({ kind: 'billing_cycle', wanted: 'annually' }), english)).toBe('Billing cycle: Yearly');
  expect(runTopic(run({ kind: 'service_level', wanted: 'managed' }), english)).toBe('Service level: Managed');
});

test('a new cost counts while the run is open and if it succeeded', () => {
  expect(newCost(run({ cost_after: '18.99' }))).toBe('18.99');
  expect(newCost(run({ cost_after: '18.99', state: 'confirmed', is_open: false }))).toBe('18.99');
  expect(newCost(run({ cost_after: '18.99', state: 'reverted', is_open: false }))).toBeUndefined();
  expect(newCost(run({ cost_after: '9.99' }))).toBeUndefined();
  expect(newCost(run())).toBeUndefined();
});

test.each([
  [true, 'resized', 'yellow'],
  [false, 'confirmed', 'verdigris'],
  [false, 'changed', 'verdigris'],
  [false, 'failed', 'red'],
  [false, 'closed', 'gray'],
] as const)('open %s, %s is shown in its color', (is_open, state, color) => {
  expect(runColor({ is_open, state })).toBe(color);
});

test.each([
  ['2026-01-02T00:00:00.000Z', '24:00:00'],
  ['2026-01-01T01:02:03.900Z', '1:02:03'],
  ['2026-01-01T00:00:59.000Z', '0:00:59'],
  ['2025-12-31T23:00:00.000Z', '0:00:00'],
])('until %s, %s are left', (until, text) => {
  expect(countdown(until, Date.parse('2026-01-01T00:00:00.000Z'))).toBe(text);
});

test('an invoice is opened where it is paid, if that is known', () => {
  const account = { provider: 'hostwinds', client_area_url: 'https://clients.example.com' } as const;
  expect(invoiceUrl(account, { invoiceid: 552 })).toBe('https://clients.example.com/viewinvoice.php?id=552');
  expect(invoiceUrl(account, { invoiceid: null })).toBeUndefined();
  expect(invoiceUrl({ ...account, client_area_url: '' }, { invoiceid: 552 })).toBeUndefined();
  expect(invoiceUrl({ ...account, provider: 'hetzner' }, { invoiceid: 552 })).toBeUndefined();
});
