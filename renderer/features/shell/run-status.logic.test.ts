import { expect, test } from 'vitest';
import { runsToShow, runTone, type ShownRun, shownState } from './run-status.logic.ts';

const run = (run_id: string) => ({ run_id }) as ShownRun;

test('an open run that needs attention is listed once', () => {
  const shown = runsToShow([run('one'), run('two')], [run('two'), run('three')]);
  expect(shown.map(({ run_id }) => run_id)).toEqual(['one', 'two', 'three']);
});

test.each([
  ['resizing', null, 'yellow'],
  ['confirmed', null, 'verdigris'],
  ['changed', null, 'verdigris'],
  ['failed', null, 'orange'],
  ['awaiting_payment', { reason: 'refused' as const, message: null, at: '2026-01-01T00:00:00.000Z' }, 'orange'],
] as const)('%s is shown in its tone', (state, problem, tone) => {
  expect(runTone({ state, problem })).toBe(tone);
});

const ordered = { provider: 'hostwinds' } as const;

test('a run whose invoice is paid waits for no payment', () => {
  expect(shownState({ ...ordered, state: 'awaiting_payment', invoice_paid: true })).toBe('paid');
  expect(shownState({ ...ordered, state: 'awaiting_payment', invoice_paid: false })).toBe('awaiting_payment');
  expect(shownState({ ...ordered, state: 'resizing', invoice_paid: true })).toBe('resizing');
});

test('a change that needs no decision is changed, not confirmed', () => {
  const done = { state: 'confirmed', invoice_paid: null } as const;
  expect(shownState({ ...done, ...ordered })).toBe('confirmed');
  expect(shownState({ ...done, provider: 'hetzner' })).toBe('changed');
});
