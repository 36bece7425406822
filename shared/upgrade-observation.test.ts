import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runTimesMs, type Sizes } from './hosting.ts';
import { type FlowRun, nextState, openStates, type RunEvent, type RunState, runStates } from './upgrade-flow.ts';
import { judgeSizes, type Observation, observe, observedIn } from './upgrade-observation.ts';

const before: Sizes = { cpu: 1, ram_mb: 2_048, disk_gb: 50, bandwidth_gb: 2_048 };
const target: Sizes = { cpu: 2, ram_mb: 4_096, disk_gb: 75, bandwidth_gb: 2_048 };
const unknown: Sizes = { cpu: null, ram_mb: null, disk_gb: null, bandwidth_gb: null };
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
const server = (status: string, sizes: Sizes = before, billingCycle: string | null = 'monthly'): Observation => ({
  server: { status, sizes, billingCycle },
});

describe('what an observation proves', () => {
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
    ['not reverted yet', run('reverting', { intendedAt: justNow }), server('ACTIVE', target), undefined],
    ['a confirmation that shows too late', run('confirming', { intendedAt: justNow }), server('ACTIVE'), undefined],
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

  it('is always an event of the state, and never one that only an intent or an answer can cause', () => {
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

  it('requires only what the state needs', () => {
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

  it("of an order made elsewhere are judged by the server's previous sizes", () => {
    expect(judgeSizes({ before, target: null }, before)).toBe('as_before');
    expect(judgeSizes({ before, target: null }, { ...before, disk_gb: 60 })).toBe('as_wanted');
    expect(judgeSizes({ before: unknown, target: null }, target)).toBe('unknown');
  });

  it('of a plan that changes nothing prove nothing', () => {
    expect(judgeSizes({ before, target: before }, before)).toBe('unknown');
  });
});
