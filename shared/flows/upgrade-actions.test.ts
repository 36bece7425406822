import { describe, expect, it } from 'vitest';
import { justNow, longAgo, now, run } from '#e2e/support/flow-run.ts';
import {
  findings,
  needsAttention,
  type Refusal,
  type RunAction,
  refusalOf,
  refusals,
  reportAction,
  reportEvent,
  runActions,
} from './upgrade-actions.ts';
import { type FlowRun, nextState, openStates, type RunState, runStates } from './upgrade-flow.ts';

describe('the allowed actions', () => {
  const table: [RunState, RunAction[]][] = [
    ['choosing', ['choose_plan', 'order', 'set_default', 'check', 'report_paid', 'cancel']],
    ['ordering', ['set_default', 'check', 'report_no_order', 'report_paid', 'close']],
    ['awaiting_payment', ['pay_in_sandbox', 'apply', 'set_window', 'set_default', 'check', 'close']],
    ['applying', ['set_default', 'check', 'report_confirmed', 'report_reverted', 'close']],
    ['resizing', ['set_default', 'check', 'report_confirmed', 'report_reverted', 'close']],
    ['resized', ['confirm', 'revert', 'set_default', 'check', 'close']],
    ['confirming', ['set_default', 'check', 'report_confirmed', 'report_reverted', 'close']],
    ['reverting', ['set_default', 'check', 'report_confirmed', 'report_reverted', 'close']],
    ['changing', ['check', 'report_changed', 'report_unchanged', 'close']],
    ['confirmed', []],
    ['closed', []],
  ];
  it.each(table)('%s: %j', (state, expected) => {
    expect(runActions.filter((action) => refusalOf(run(state), action, now) === undefined)).toEqual(expected);
  });

  const reasons: [string, Partial<FlowRun> & { state: RunState }, RunAction, Refusal | undefined][] = [
    ['an order without a plan', { state: 'choosing', hasPlan: false }, 'order', 'no_plan'],
    ['a second order', { state: 'awaiting_payment' }, 'order', 'order_exists'],
    ['an order while the first is not proven', { state: 'ordering' }, 'order', 'unproven'],
    ['cancelling beside an order', { state: 'awaiting_payment' }, 'cancel', 'order_exists'],
    [
      'cancelling while the order is hidden',
      { state: 'awaiting_payment', orderMissing: true },
      'cancel',
      'order_unclear',
    ],
    [
      'reporting that it does not exist',
      { state: 'awaiting_payment', orderMissing: true },
      'report_no_order',
      undefined,
    ],
    ['reporting that while it is shown', { state: 'awaiting_payment' }, 'report_no_order', 'nothing_unclear'],
    ['reporting that while it may arrive', { state: 'ordering', intendedAt: justNow }, 'report_no_order', 'settling'],
    ['reporting that before ordering', { state: 'choosing' }, 'report_no_order', 'nothing_unclear'],
    [
      'reporting that if nobody can tell',
      { state: 'choosing', problem: 'order_unclear' },
      'report_no_order',
      undefined,
    ],
    ['an end while the server waits', { state: 'resized' }, 'report_confirmed', 'nothing_unclear'],
    ['an end that nobody saw', { state: 'resized', problem: 'decided_elsewhere' }, 'report_reverted', undefined],
    ['an end before it was applied', { state: 'awaiting_payment' }, 'report_reverted', 'nothing_unclear'],
    ['an end of what was applied once', { state: 'awaiting_payment', applied: true }, 'report_reverted', undefined],
    [
      'a default that would apply at once',
      { state: 'resized', isPastDeadline: true },
      'set_default',
      'deadline_passed',
    ],
    ['paying what is gone', { state: 'awaiting_payment', orderMissing: true }, 'pay_in_sandbox', 'order_missing'],
    ['closing while a call may arrive', { state: 'ordering', intendedAt: justNow }, 'close', 'settling'],
    ['closing after that', { state: 'ordering', intendedAt: longAgo }, 'close', undefined],
    ['closing what can be cancelled', { state: 'choosing' }, 'close', 'cancel_instead'],
    ['confirming too early', { state: 'resizing' }, 'confirm', 'being_upgraded'],
    ['anything after the end', { state: 'reverted' }, 'check', 'ended'],
  ];
  it.each(reasons)('%s', (_name, given, action, refusal) => {
    expect(refusalOf(run(given.state, given), action, now)).toBe(refusal);
  });

  it('always include a way forward: checking, and canceling or, once nothing can arrive anymore, closing', () => {
    for (const state of openStates) {
      expect(refusalOf(run(state), 'check', now), state).toBeUndefined();
      const ways = (['cancel', 'close'] as const).filter((action) => !refusalOf(run(state), action, now));
      expect(ways.length, state).toBeGreaterThan(0);
    }
  });

  it('have a sentence for every refusal', () => {
    for (const text of Object.values(refusals)) expect(text).toMatch(/^[A-Z].*\.$/);
  });
});

describe('a finding', () => {
  it('is an action whose event every state that allows it has', () => {
    for (const finding of findings) {
      expect(runActions).toContain(reportAction(finding));
      const states = openStates.filter((state) => {
        const unclear = run(state, { orderMissing: true, applied: true, problem: 'decided_elsewhere' });
        return refusalOf(unclear, reportAction(finding), now) === undefined;
      });
      expect(states.length, finding).toBeGreaterThan(0);
      for (const state of states)
        expect(nextState(state, reportEvent(finding)), `${finding} in ${state}`).toBeDefined();
    }
  });
});

describe('attention', () => {
  it('is needed when someone must act or a run has ended, until it is seen', () => {
    expect(runStates.filter((state) => needsAttention(state, false, false))).toEqual([
      'awaiting_payment',
      'resized',
      'confirmed',
      'reverted',
      'changed',
      'failed',
    ]);
    expect(runStates.filter((state) => needsAttention(state, true, true))).toEqual([]);
    expect([needsAttention('ordering', true, false), needsAttention('closed', true, false)]).toEqual([true, false]);
  });
});
