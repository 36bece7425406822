import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { run } from '#e2e/support/flow-run.ts';
import { runTimesMs } from './hosting.ts';
import { capabilitiesOf, hostingProviders, providerNames } from './hosting-providers.ts';
import {
  type ChangeProgress,
  type ChangeStep,
  changeSteps,
  isChangeOver,
  maxChangeTries,
  nextChangeStep,
  type SeenChange,
  withRefusal,
  withStep,
} from './immediate-change.ts';
import { refusalOf, runActions } from './upgrade-actions.ts';
import { endStates, immediateTransitions, isOpen, openStates } from './upgrade-flow.ts';
import { observe, stuckReason } from './upgrade-observation.ts';

const now = 1_000_000_000;
const from = 22;
const wanted = 23;
const untouched: ChangeProgress = {
  from,
  after: null,
  sent: null,
  changed: false,
  tries: 0,
  refused: null,
  task: null,
};
const seen = (given: Partial<SeenChange> = {}): SeenChange => ({
  rid: from,
  power: 'on',
  wasAsked: true,
  isBusy: false,
  change: 'none',
  message: null,
  ...given,
});
const sent = (step: ChangeStep, ago = 0): ChangeProgress => withStep(untouched, step, now - ago);
const { settle } = runTimesMs;

describe('the next step', () => {
  const rows: [string, ChangeProgress, Partial<SeenChange>, ReturnType<typeof nextChangeStep>][] = [
    ['shuts down a server that runs', untouched, {}, 'shut_down'],
    ['changes a server that is off at once', untouched, { power: 'off' }, 'change_plan'],
    ['waits while the server shuts down', sent('shut_down', settle - 1), {}, undefined],
    ['cuts the power of one that ignores it', sent('shut_down', settle), {}, 'power_off'],
    ['asks again if it never arrived', sent('shut_down', settle), { wasAsked: false }, 'shut_down'],
    ['changes the plan once it is off', sent('shut_down', 1), { power: 'off' }, 'change_plan'],
    ['waits for a task', sent('shut_down', 1), { power: 'off', isBusy: true }, undefined],
    ['waits while the server is between on and off', sent('shut_down', settle), { power: 'moving' }, undefined],
    ['waits for the change', sent('change_plan', settle), { power: 'off', change: 'running' }, undefined],
    ['waits for an answer that may still arrive', sent('change_plan', settle - 1), { power: 'off' }, undefined],
    ['turns the server on once a change was lost', sent('change_plan', settle), { power: 'off' }, 'power_on'],
    ['turns it on with its new plan', sent('change_plan'), { power: 'off', rid: wanted, change: 'done' }, 'power_on'],
    ['turns it on with its old plan', sent('change_plan'), { power: 'off', change: 'failed' }, 'power_on'],
    ['has nothing to do for a server that runs with it', sent('power_on'), { rid: wanted }, undefined],
    ['waits for the server to start', sent('power_on', settle - 1), { power: 'off', rid: wanted }, undefined],
    ['turns it on again', sent('power_on', settle), { power: 'off', rid: wanted }, 'power_on'],
    ['leaves alone what another person changed', untouched, { rid: 99 }, undefined],
    ['turns on what another person changed', sent('shut_down'), { rid: 99, power: 'off' }, 'power_on'],
  ];
  it.each(rows)('%s', (_what, progress, given, step) => {
    expect(nextChangeStep(progress, seen(given), now)).toBe(step);
  });

  it('tries again what was refused because the provider was busy, but not for ever', () => {
    let progress = sent('change_plan');
    for (let tries = 1; tries < maxChangeTries; tries += 1) {
      progress = withRefusal(progress, { passes: true, message: 'locked' });
      expect(nextChangeStep(progress, seen({ power: 'off' }), now)).toBe('change_plan');
      progress = withStep(progress, 'change_plan', now);
    }
    progress = withRefusal(progress, { passes: true, message: 'locked' });
    expect(progress.refused).toBe('locked');
    expect(nextChangeStep(progress, seen({ power: 'off' }), now)).toBe('power_on');
  });

  it('gives up at once what is refused permanently, even without a reason', () => {
    const progress = withRefusal(sent('change_plan'), { passes: false, message: null });
    expect(isChangeOver(progress, seen({ power: 'off' }), now)).toBe(true);
  });

  it('never changes a plan twice, nor turns a server off after that, whatever is seen', () => {
    const reading = fc.record<SeenChange>({
      rid: fc.constantFrom(from, wanted, 99),
      power: fc.constantFrom('on', 'off', 'moving'),
      wasAsked: fc.boolean(),
      isBusy: fc.boolean(),
      change: fc.constantFrom('none', 'running', 'done', 'failed'),
      message: fc.constant(null),
    });
    fc.assert(
      fc.property(fc.array(fc.tuple(reading, fc.nat({ max: 2 * settle })), { maxLength: 40 }), (readings) => {
        let progress = untouched;
        let at = now;
        const steps: string[] = [];
        for (const [reading, passed] of readings) {
          at += passed;
          const step = nextChangeStep(progress, reading, at);
          if (!step) continue;
          steps.push(step);
          progress = withStep(progress, step, at);
        }
        const change = steps.indexOf('change_plan');
        expect(steps.filter((step) => step === 'change_plan').length).toBeLessThanOrEqual(1);
        if (change >= 0) expect(steps.slice(change + 1).every((step) => step === 'power_on')).toBe(true);
        expect(steps.every((step) => (changeSteps as readonly string[]).includes(step))).toBe(true);
      }),
    );
  });
});

describe('a run without an order', () => {
  const immediate = (state: 'choosing' | 'applying' | 'resizing', given = {}) =>
    run(state, { changes: 'immediate', ...given });
  const change = { plan: 'before', isBegun: false, isOver: false, isAtRest: true } as const;

  it('knows neither orders, invoices nor decisions', () => {
    const reached = new Set(
      (['choosing', 'applying', 'resizing'] as const).flatMap((state) =>
        Object.values(immediateTransitions[state]).map(({ to }) => to),
      ),
    );
    expect([...reached].sort()).toEqual(['applying', 'cancelled', 'choosing', 'closed', 'confirmed', 'resizing']);
    for (const state of [...endStates, 'ordering', 'awaiting_payment', 'resized', 'confirming', 'reverting'] as const) {
      expect(immediateTransitions[state]).toEqual({});
    }
  });

  it('goes back to the choice of a plan only after a refusal, or two looks', () => {
    const back = openStates.flatMap((state) =>
      Object.values(immediateTransitions[state]).flatMap(({ to, by }) =>
        to === 'choosing' && state !== to ? [by] : [],
      ),
    );
    expect([...new Set(back)].sort()).toEqual(['agreement', 'refusal']);
    expect(isOpen('choosing')).toBe(true);
  });

  it('ends once the plan was seen twice, even if the provider accepted every step', () => {
    const observation = { change: { ...change, plan: 'wanted' } } as const;
    const once = observe(immediate('resizing', { accepted: true }), observation, now);
    expect(once).toEqual({ suspicion: { event: 'size_reached', at: now } });
    const twice = immediate('resizing', { accepted: true, suspicion: once.suspicion ?? null });
    expect(observe(twice, observation, now + runTimesMs.agree)).toEqual({ event: 'size_reached' });
  });

  it.each([
    [{}, undefined],
    [{ isBegun: true }, 'apply_accepted'],
    [{ plan: 'wanted', isAtRest: false }, 'apply_accepted'],
    [{ isBegun: true, isAtRest: false, isOver: true }, 'apply_accepted'],
    [{ plan: 'other', isOver: true }, undefined],
  ] as const)('is applying with %j', (given, event) => {
    expect(observe(immediate('applying'), { change: { ...change, ...given } }, now).event).toBe(event);
  });

  it('is not judged by what orders would show', () => {
    expect(observe(immediate('applying'), { order: 'pending' }, now)).toEqual({});
  });

  it('says when it is stuck', () => {
    const other = { change: { ...change, plan: 'other' } } as const;
    expect(stuckReason(immediate('applying', { intendedAt: now - settle }), other, now)).toBe('unexpected_sizes');
    const slow = immediate('resizing', { intendedAt: now - runTimesMs.slow });
    expect(stuckReason(slow, { change }, now)).toBe('slow');
    expect(stuckReason(immediate('choosing'), { change }, now)).toBeUndefined();
  });

  it.each([
    ['choosing', ['choose_plan', 'order', 'check', 'cancel']],
    ['applying', ['check', 'close']],
    ['resizing', ['check', 'close']],
  ] as const)('allows in %s: %j', (state, actions) => {
    const allowed = runActions.filter((action) => refusalOf(immediate(state), action, now) === undefined);
    expect(allowed).toEqual(actions);
  });
});

describe('the known providers', () => {
  it('are reached over https, and the one of the seed is not experimental', () => {
    for (const name of providerNames) expect(hostingProviders[name].baseUrl).toMatch(/^https:/);
    expect(providerNames.filter((name) => hostingProviders[name].isExperimental)).toEqual(['hetzner']);
  });

  it('have no window to revert where changes are immediate', () => {
    for (const name of providerNames) {
      const { changes, revertWindow } = capabilitiesOf(name);
      expect(revertWindow).toBe(changes === 'order');
    }
  });
});
