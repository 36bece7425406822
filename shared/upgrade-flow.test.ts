import { describe, expect, it } from 'vitest';
import { runTimesMs, type Sizes } from './hosting.ts';
import {
  closingMeanings,
  endStates,
  type FlowRun,
  isOpen,
  needsAttention,
  nextState,
  openStates,
  type Refusal,
  type RunAction,
  type RunState,
  refusalOf,
  refusals,
  runActions,
  runEvents,
  runStates,
  transitions,
} from './upgrade-flow.ts';

const before: Sizes = { cpu: 1, ram_mb: 2_048, disk_gb: 50, bandwidth_gb: 2_048 };
const target: Sizes = { cpu: 2, ram_mb: 4_096, disk_gb: 75, bandwidth_gb: 2_048 };
const now = 1_000_000_000;
const longAgo = now - runTimesMs.settle;
const justNow = now - runTimesMs.settle + 1;

const run = (state: RunState, given: Partial<FlowRun> = {}): FlowRun => ({
  kind: state === 'changing' ? 'billing_cycle' : 'upgrade',
  state,
  hasPlan: true,
  before,
  target,
  wantedCycle: state === 'changing' ? 'annually' : null,
  intendedAt: longAgo,
  accepted: false,
  orderMissing: false,
  ...given,
});

describe('the transition table', () => {
  const reachable = (from: RunState): Set<RunState> => {
    const seen = new Set<RunState>([from]);
    for (const state of seen) for (const next of Object.values(transitions[state])) seen.add(next);
    return seen;
  };

  it('leads from every open state to an end, and from no end anywhere', () => {
    for (const state of openStates) {
      expect(
        [...reachable(state)].some((next) => !isOpen(next)),
        state,
      ).toBe(true);
    }
    for (const state of endStates) expect(transitions[state]).toEqual({});
  });

  it('reaches every state from the initial ones, and uses every event', () => {
    const all = new Set(['choosing', 'changing'].flatMap((state) => [...reachable(state as RunState)]));
    expect([...all].sort()).toEqual([...runStates].sort());
    const used = new Set(Object.values(transitions).flatMap((row) => Object.keys(row)));
    expect([...used].sort()).toEqual([...runEvents].sort());
  });

  it('reaches an order only through an intent, or through an order that the provider shows', () => {
    const into = (to: RunState) =>
      openStates.flatMap((from) =>
        Object.entries(transitions[from]).flatMap(([event, next]) =>
          next === to && from !== to ? [[from, event]] : [],
        ),
      );
    expect(into('ordering')).toEqual([['choosing', 'order_intended']]);
    expect(into('awaiting_payment')).toEqual([
      ['choosing', 'order_found'],
      ['ordering', 'order_found'],
      ['applying', 'apply_refused'],
      ['applying', 'apply_absent'],
    ]);
  });

  it('reaches success only through what the provider shows', () => {
    const proofs = openStates.flatMap((from) =>
      Object.entries(transitions[from]).flatMap(([event, to]) =>
        ['confirmed', 'reverted', 'changed'].includes(to) ? [event] : [],
      ),
    );
    expect(new Set(proofs)).toEqual(new Set(['size_reached', 'size_restored', 'change_accepted']));
  });
});

describe('the allowed actions', () => {
  const table: [RunState, RunAction[]][] = [
    ['choosing', ['choose_plan', 'order', 'set_default', 'check', 'cancel']],
    ['ordering', ['set_default', 'check', 'close']],
    ['awaiting_payment', ['pay_in_sandbox', 'apply', 'set_default', 'check', 'close']],
    ['applying', ['set_default', 'check', 'close']],
    ['resizing', ['set_default', 'check', 'close']],
    ['resized', ['confirm', 'revert', 'set_default', 'check', 'close']],
    ['confirming', ['set_default', 'check', 'close']],
    ['reverting', ['set_default', 'check', 'close']],
    ['changing', ['check', 'close']],
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
    ['cancelling after the order is gone', { state: 'awaiting_payment', orderMissing: true }, 'cancel', undefined],
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

  it('have a meaning for closing wherever it is possible, and a sentence for every refusal', () => {
    const closable = openStates.filter((state) => nextState(state, 'closed'));
    expect(Object.keys(closingMeanings).sort()).toEqual([...closable].sort());
    for (const text of [...Object.values(refusals), ...Object.values(closingMeanings)])
      expect(text).toMatch(/^[A-Z].*\.$/);
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
