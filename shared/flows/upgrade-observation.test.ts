import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { before, justNow, longAgo, now, run, target } from '#e2e/support/flow-run.ts';
import { runTimesMs, type Sizes } from './hosting.ts';
import { type FlowRun, nextState, openStates, type RunEvent, runStates } from './upgrade-flow.ts';
import { compareSizes, isForPlan, type Observation, observe, observedIn, stuckReason } from './upgrade-observation.ts';

const unknown: Sizes = { cpu: null, ram_mb: null, disk_gb: null, bandwidth_gb: null };
const server = (status: string, sizes: Sizes = before, billingCycle: string | null = 'monthly'): Observation => ({
  server: { status, sizes, billingCycle, hasPendingSizes: false },
});

describe('what an observation proves', () => {
  const cases: [string, FlowRun, Observation, RunEvent | undefined][] = [
    ['an order while choosing', run('choosing'), { order: 'pending' }, 'order_found'],
    ['no order while choosing', run('choosing'), { order: 'none' }, undefined],
    ['our order', run('ordering', { intendedAt: justNow }), { order: 'pending' }, 'order_found'],
    ['no order, too early', run('ordering', { intendedAt: justNow }), { order: 'none' }, undefined],
    ['no order, however late', run('ordering'), { order: 'none' }, undefined],
    ['no order, though it was accepted', run('ordering', { accepted: true }), { order: 'none' }, 'order_accepted'],
    ['an accepted order that nobody can ask for', run('ordering', { accepted: true }), {}, undefined],
    [
      'no order, but the sizes that it will bring',
      run('ordering', { intendedAt: justNow }),
      { order: 'none', server: { status: 'ACTIVE', sizes: before, billingCycle: null, hasPendingSizes: true } },
      'order_accepted',
    ],
    ['an order that was already applied', run('ordering'), server('RESIZED', target), 'server_resized'],
    ['another invoice', run('awaiting_payment'), { order: 'pending', orderChanged: true }, 'order_found'],
    ['a server that was resized meanwhile', run('choosing'), server('RESIZED', target), 'server_resized'],
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
    ['a server that is off', run('awaiting_payment'), server('SHUTOFF'), undefined],
    ['resized elsewhere', run('awaiting_payment'), server('RESIZED', target), 'server_resized'],
    ['applied, and busy', run('applying'), server('RESIZE'), undefined],
    ['not applied, too early', run('applying', { intendedAt: justNow }), server('ACTIVE'), undefined],
    ['not applied', run('applying'), server('ACTIVE'), 'apply_absent'],
    ['applied at once', run('applying', { intendedAt: justNow }), server('ACTIVE', target), 'size_reached'],
    ['still being upgraded', run('resizing'), server('RESIZE'), undefined],
    ['accepted, and not begun', run('resizing', { intendedAt: justNow }), server('ACTIVE'), undefined],
    ['accepted, and undone', run('resizing'), server('ACTIVE'), 'apply_absent'],
    ['a server in error', run('resizing'), server('ERROR'), undefined],
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
    [
      'an accepted revert that does not show',
      run('reverting', { accepted: true }),
      server('ACTIVE', target),
      undefined,
    ],
    ['an accepted confirmation that does not show', run('confirming', { accepted: true }), server('ACTIVE'), undefined],
    [
      'an accepted decision, still waiting',
      run('confirming', { accepted: true }),
      server('RESIZED', target),
      undefined,
    ],
    [
      'an accepted confirmation with a size that nobody ordered',
      run('confirming', { accepted: true }),
      server('ACTIVE', { ...target, bandwidth_gb: 1 }),
      'size_reached',
    ],
    ['an accepted cycle that comes later', run('changing', { accepted: true }), server('ACTIVE'), undefined],
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
    const verdict = observe(given, observation, now);
    expect(verdict.event ?? verdict.suspicion?.event).toBe(event);
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
      isPastDeadline: fc.boolean(),
    });
    fc.assert(
      fc.property(given, seen, (part, { order, status, sizes: shown, billingCycle }) => {
        const judged = run(part.state, part);
        const observation: Observation = {
          ...(order && { order }),
          server: { status, sizes: shown, billingCycle, hasPendingSizes: false },
        };
        const verdict = observe(judged, observation, now);
        const event = verdict.event ?? verdict.suspicion?.event;
        if (event === undefined) return;
        expect(nextState(part.state, event)).toBeDefined();
        expect(event).not.toMatch(/_intended$|_refused$|_reported$|^cancelled$|^closed$|^plan_chosen$/);
      }),
      { numRuns: 2_000 },
    );
  });

  it('requires only what the state needs', () => {
    expect(openStates.filter((state) => observedIn[state].order)).toEqual([
      'choosing',
      'ordering',
      'awaiting_payment',
      'changing',
    ]);
    expect(openStates.filter((state) => !observedIn[state].server)).toEqual([]);
  });
});

describe('an observation that ends a run', () => {
  const restored = server('ACTIVE');
  const first = { event: 'size_restored', at: now } as const;

  it('has to be made twice, at least 30 seconds apart', () => {
    expect(observe(run('resized'), restored, now)).toEqual({ suspicion: first });
    const suspicious = run('resized', { suspicion: first });
    expect(observe(suspicious, restored, now + runTimesMs.agree - 1)).toEqual({ suspicion: first });
    expect(observe(suspicious, restored, now + runTimesMs.agree)).toEqual({ event: 'size_restored' });
  });

  it('starts over once another one disagrees', () => {
    const suspicious = run('resized', { suspicion: first });
    expect(observe(suspicious, server('RESIZED', target), now + runTimesMs.agree)).toEqual({});
    const later = now + runTimesMs.agree;
    const other = { suspicion: { event: 'size_reached', at: later } };
    expect(observe(suspicious, server('ACTIVE', target), later)).toEqual(other);
  });

  it('suffices once if it agrees with the accepted call', () => {
    expect(observe(run('reverting', { accepted: true }), restored, now)).toEqual({ event: 'size_restored' });
    expect(observe(run('reverting'), restored, now)).toEqual({ suspicion: first });
  });
});

describe('the reason why a run is stuck', () => {
  const cases: [FlowRun, Observation, string | undefined][] = [
    [run('ordering'), { order: 'none' }, 'order_unclear'],
    [run('ordering', { intendedAt: justNow }), { order: 'none' }, undefined],
    [run('resizing'), server('ERROR'), 'server_error'],
    [run('resizing'), server('RESIZE'), undefined],
    [run('resizing', { intendedAt: now - runTimesMs.slow }), server('RESIZE'), 'slow'],
    [run('applying', { intendedAt: now - runTimesMs.slow }), server('RESIZE'), 'slow'],
    [run('applying'), server('ERROR'), 'server_error'],
    [run('resized', { target: null, before: unknown }), server('ACTIVE', target), 'decided_elsewhere'],
    [run('resized'), server('RESIZED', target), undefined],
    [run('confirming', { accepted: true }), server('RESIZED', target), 'not_shown'],
    [run('confirming'), server('RESIZED', target), undefined],
    [run('changing', { accepted: true }), server('ACTIVE'), 'not_shown'],
    [run('resizing'), server('ACTIVE', { ...target, cpu: 9 }), 'unexpected_sizes'],
    [run('awaiting_payment'), server('SHUTOFF'), undefined],
  ];
  it.each(cases)('%#', (given, observation, reason) => {
    expect(stuckReason(given, observation, now)).toBe(reason);
  });
});

it('an order is for a plan if its sizes do not contradict it', () => {
  expect(isForPlan({ ...target, bandwidth_gb: null }, target)).toBe(true);
  expect(isForPlan(unknown, target)).toBe(true);
  expect(isForPlan({ ...unknown, ram_mb: 8_192 }, target)).toBe(false);
});

describe('sizes', () => {
  it.each([
    [before, 'as_before'],
    [target, 'as_wanted'],
    [{ ...target, ram_mb: null }, 'unknown'],
    [{ ...target, bandwidth_gb: null }, 'as_wanted'],
    [{ ...before, cpu: 2 }, 'unexpected'],
  ] as const)('%j is %s', (seen, verdict) => {
    expect(compareSizes({ before, target }, seen)).toBe(verdict);
  });

  it("of an order made elsewhere are judged by the server's previous sizes", () => {
    expect(compareSizes({ before, target: null }, before)).toBe('as_before');
    expect(compareSizes({ before, target: null }, { ...before, disk_gb: 60 })).toBe('as_wanted');
    expect(compareSizes({ before: unknown, target: null }, target)).toBe('unknown');
  });

  it('may differ by the unit that a source counts in', () => {
    const other = { ...target, ram_mb: 4_000, bandwidth_gb: 2_000 };
    expect(compareSizes({ before, target }, other)).toBe('as_wanted');
    expect(compareSizes({ before, target }, { ...before, bandwidth_gb: 2_000 })).toBe('as_before');
    const little = { ...before, disk_gb: 52 };
    expect(compareSizes({ before, target: little }, little)).toBe('as_wanted');
    expect(compareSizes({ before, target: little }, before)).toBe('as_before');
  });

  it('of a plan that changes nothing prove nothing', () => {
    expect(compareSizes({ before, target: before }, before)).toBe('unknown');
  });
});
