import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runTimes, type Sizes } from './hosting.ts';
import {
  closingMeanings,
  endStates,
  type FlowRun,
  isOpen,
  judgeSizes,
  needsAttention,
  nextState,
  type Observation,
  observe,
  observedIn,
  openStates,
  type Refusal,
  type RunAction,
  type RunEvent,
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
const unknown: Sizes = { cpu: null, ram_mb: null, disk_gb: null, bandwidth_gb: null };
const now = 1_000_000_000;
const longAgo = now - runTimes.settle;
const justNow = now - runTimes.settle + 1;

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
const server = (status: string, sizes: Sizes = before, billingCycle: string | null = 'monthly'): Observation => ({
  server: { status, sizes, billingCycle },
});

describe('the table', () => {
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

  it('reaches every state from where runs begin, and uses every event', () => {
    const all = new Set(['choosing', 'changing'].flatMap((state) => [...reachable(state as RunState)]));
    expect([...all].sort()).toEqual([...runStates].sort());
    const used = new Set(Object.values(transitions).flatMap((row) => Object.keys(row)));
    expect([...used].sort()).toEqual([...runEvents].sort());
  });

  it('comes to an order only through an intent, or by an order that the provider shows', () => {
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

  it('ends well only by what the provider shows', () => {
    const proofs = openStates.flatMap((from) =>
      Object.entries(transitions[from]).flatMap(([event, to]) =>
        ['confirmed', 'reverted', 'changed'].includes(to) ? [event] : [],
      ),
    );
    expect(new Set(proofs)).toEqual(new Set(['size_reached', 'size_restored', 'change_accepted']));
  });
});

describe('what may be done', () => {
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

  it('always leaves a way forward: to look, and to cancel or, once nothing can arrive any more, to close', () => {
    for (const state of openStates) {
      expect(refusalOf(run(state), 'check', now), state).toBeUndefined();
      const ways = (['cancel', 'close'] as const).filter((action) => !refusalOf(run(state), action, now));
      expect(ways.length, state).toBeGreaterThan(0);
    }
  });

  it('says what closing means wherever it is possible, and a sentence for every refusal', () => {
    const closable = openStates.filter((state) => nextState(state, 'closed'));
    expect(Object.keys(closingMeanings).sort()).toEqual([...closable].sort());
    for (const text of [...Object.values(refusals), ...Object.values(closingMeanings)])
      expect(text).toMatch(/^[A-Z].*\.$/);
  });
});

describe('what a look proves', () => {
  const cases: [string, FlowRun, Observation, RunEvent | undefined][] = [
    ['an order while choosing', run('choosing'), { order: 'pending' }, 'order_found'],
    ['no order while choosing', run('choosing'), { order: 'none' }, undefined],
    ['our order', run('ordering', { intendedAt: justNow }), { order: 'pending' }, 'order_found'],
    ['no order, too early', run('ordering', { intendedAt: justNow }), { order: 'none' }, undefined],
    ['no order, in time', run('ordering'), { order: 'none' }, 'order_absent'],
    ['no answer about an order', run('ordering'), {}, undefined],
    ['the order still there', run('awaiting_payment'), { order: 'pending', ...server('ACTIVE') }, undefined],
    ['the order gone', run('awaiting_payment'), { order: 'none', ...server('ACTIVE') }, 'order_missing'],
    [
      'it stays gone',
      run('awaiting_payment', { orderMissing: true }),
      { order: 'none', ...server('ACTIVE') },
      undefined,
    ],
    ['it is back', run('awaiting_payment', { orderMissing: true }), { order: 'pending' }, 'order_found'],
    ['applied elsewhere', run('awaiting_payment'), { order: 'none', ...server('RESIZE') }, 'server_busy'],
    ['resized elsewhere', run('awaiting_payment'), server('RESIZED', target), 'server_resized'],
    ['applied, and busy', run('applying'), server('RESIZE'), 'server_busy'],
    ['not applied, too early', run('applying', { intendedAt: justNow }), server('ACTIVE'), undefined],
    ['not applied', run('applying'), server('ACTIVE'), 'apply_absent'],
    ['applied at once', run('applying', { intendedAt: justNow }), server('ACTIVE', target), 'size_reached'],
    ['still being upgraded', run('resizing'), server('RESIZE'), undefined],
    ['accepted, and not begun', run('resizing'), server('ACTIVE'), undefined],
    ['resized, in small letters', run('resizing'), server('resized', target), 'server_resized'],
    ['confirmed by the provider', run('resizing'), server('ACTIVE', target), 'size_reached'],
    ['still waiting', run('resized'), server('RESIZED', target), undefined],
    ['confirmed elsewhere', run('resized'), server('ACTIVE', target), 'size_reached'],
    ['reverted elsewhere', run('resized'), server('ACTIVE'), 'size_restored'],
    ['not confirmed yet', run('confirming', { intendedAt: justNow }), server('RESIZED', target), undefined],
    ['never confirmed', run('confirming'), server('RESIZED', target), 'decision_absent'],
    ['never reverted', run('reverting'), server('RESIZED', target), 'decision_absent'],
    ['reverted', run('reverting', { intendedAt: justNow }), server('ACTIVE'), 'size_restored'],
    ['a revert that came too late', run('reverting'), server('ACTIVE', target), 'size_reached'],
    ['other sizes than any', run('confirming'), server('ACTIVE', { ...target, cpu: 16 }), undefined],
    ['a size beside the plan', run('confirming'), server('ACTIVE', { ...target, bandwidth_gb: 1 }), undefined],
    ['sizes that are not told', run('confirming'), server('ACTIVE', unknown), undefined],
    ['those, after a success', run('confirming', { accepted: true }), server('ACTIVE', unknown), 'size_reached'],
    ['those, after a revert', run('reverting', { accepted: true }), server('ACTIVE', unknown), 'size_restored'],
    ['those, before any decision', run('resized', { accepted: true }), server('ACTIVE', unknown), undefined],
    [
      'the new cycle',
      run('changing', { intendedAt: justNow }),
      server('ACTIVE', before, 'Annually'),
      'change_accepted',
    ],
    ['the old cycle, too early', run('changing', { intendedAt: justNow }), server('ACTIVE'), undefined],
    ['the old cycle', run('changing'), server('ACTIVE'), 'change_absent'],
    ['no cycle', run('changing'), server('ACTIVE', before, null), undefined],
    [
      'no cycle, after a success',
      run('changing', { accepted: true }),
      server('ACTIVE', before, null),
      'change_accepted',
    ],
    [
      'a level that is never shown',
      run('changing', { kind: 'service_level', wantedCycle: null }),
      server('ACTIVE'),
      undefined,
    ],
    ['anything after the end', run('confirmed'), { order: 'pending', ...server('RESIZED') }, undefined],
  ];
  it.each(cases)('%s', (_name, given, observation, event) => {
    expect(observe(given, observation, now)).toBe(event);
  });

  it('is always an event of the state, and never one that only an intent or an answer can be', () => {
    const sizes = fc.constantFrom(before, target, unknown, { ...target, cpu: 9 });
    const seen = fc.record({
      order: fc.constantFrom('pending' as const, 'none' as const, undefined),
      status: fc.constantFrom('ACTIVE', 'RESIZED', 'RESIZE', 'SUSPENDED', ''),
      sizes,
      billingCycle: fc.constantFrom('monthly', 'annually', null),
    });
    const given = fc.record({
      state: fc.constantFrom(...runStates),
      kind: fc.constantFrom('upgrade' as const, 'billing_cycle' as const, 'service_level' as const),
      target: fc.constantFrom(target, null),
      intendedAt: fc.constantFrom(justNow, longAgo, null),
      accepted: fc.boolean(),
      orderMissing: fc.boolean(),
    });
    fc.assert(
      fc.property(given, seen, (part, { order, status, sizes: shown, billingCycle }) => {
        const judged = run(part.state, part);
        const observation: Observation = { ...(order && { order }), server: { status, sizes: shown, billingCycle } };
        const event = observe(judged, observation, now);
        if (event === undefined) return;
        expect(nextState(part.state, event)).toBeDefined();
        expect(event).not.toMatch(/_intended$|_refused$|^cancelled$|^closed$|^plan_chosen$/);
      }),
      { numRuns: 2_000 },
    );
  });

  it('asks only for what the state needs', () => {
    expect(openStates.filter((state) => observedIn[state].order)).toEqual(['choosing', 'ordering', 'awaiting_payment']);
    expect(openStates.filter((state) => !observedIn[state].server)).toEqual(['choosing', 'ordering']);
  });
});

describe('sizes', () => {
  it.each([
    [before, 'as_before'],
    [target, 'as_wanted'],
    [{ ...target, ram_mb: null }, 'unknown'],
    [{ ...target, bandwidth_gb: null }, 'as_wanted'],
    [{ ...before, cpu: 2 }, 'unexpected'],
  ] as const)('%j is %s', (seen, verdict) => {
    expect(judgeSizes({ before, target }, seen)).toBe(verdict);
  });

  it('of an order that was made elsewhere are judged by what the server had', () => {
    expect(judgeSizes({ before, target: null }, before)).toBe('as_before');
    expect(judgeSizes({ before, target: null }, { ...before, disk_gb: 60 })).toBe('as_wanted');
    expect(judgeSizes({ before: unknown, target: null }, target)).toBe('unknown');
  });

  it('of a plan that changes nothing prove nothing', () => {
    expect(judgeSizes({ before, target: before }, before)).toBe('unknown');
  });
});

describe('attention', () => {
  it('is asked for where somebody must act or a run has ended, until it is seen', () => {
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
