import { expect, test } from 'vitest';
import { english } from '#e2e/support/texts.ts';
import { runsLabel, runsToShow, runTone, type ShownRun, shownState } from './run-status.logic.ts';

const now = Date.parse('2026-01-01T12:00:00.000Z');
const run = (run_id: string, change: Partial<ShownRun> = {}) =>
  ({ run_id, state: 'resizing', changed_at: '2026-01-01T11:00:00.000Z', ...change }) as ShownRun;

test('an open run that needs attention is listed once', () => {
  const shown = runsToShow([run('one'), run('two')], [run('two'), run('three')], now);
  expect(shown.map(({ run_id }) => run_id)).toEqual(['one', 'two', 'three']);
});

test('a run that went well leaves after ten minutes, one that failed or waits stays', () => {
  const ended = (state: ShownRun['state'], changed_at: string) => run(state, { state, changed_at });
  const shown = (...runs: ShownRun[]) => runsToShow([], runs, now).map(({ state }) => state);
  expect(shown(ended('confirmed', '2026-01-01T11:50:00.000Z'))).toEqual(['confirmed']);
  expect(shown(ended('confirmed', '2026-01-01T11:49:59.999Z'))).toEqual([]);
  expect(shown(ended('changed', '2026-01-01T11:00:00.000Z'))).toEqual([]);
  const old = '2025-12-01T11:00:00.000Z';
  expect(shown(ended('failed', old), ended('resized', old))).toEqual(['failed', 'resized']);
});

test('runs of which one has ended are not called in progress', () => {
  const [open, ended] = [{ is_open: true }, { is_open: false }];
  expect(runsLabel([open, open], english)).toBe('2 server upgrades in progress');
  expect(runsLabel([open, ended], english)).toBe('2 server upgrades');
  expect(runsLabel([ended], english)).toBe('1 server upgrade');
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
