import { describe, expect, it, vi } from 'vitest';
import { createLiveUpgrade } from '#e2e/support/live-upgrade.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { contract } from '#shared/contract/index.ts';
import { statusOf } from '#shared/contract/operation.ts';
import { runTimesMs } from '#shared/flows/hosting.ts';
import { minute } from '#shared/rules/limits.ts';
import { advanceOpenRuns } from '../advance-runs.ts';

const { hosting } = contract;

const live = perTest(() => createLiveUpgrade());

/** Orders while the provider takes its time, and stops waiting. Returns how to let the provider answer. */
const orderImpatiently = async (answer?: object) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  live.interfere('upgrade_instance', async (real) => {
    await promise;
    if (answer) return answer;
    await real();
    return undefined;
  });
  const run = await live.chosen();
  const ordering = live.order(run);
  await vi.waitFor(async () => {
    expect((await live.call(hosting.getUpgradeRun, { run_id: run.run_id })).state).toBe('ordering');
  });
  live.giveUp();
  return { run: await ordering, answer: resolve };
};

describe('a provider that takes its time', () => {
  it('keeps no one waiting: the run is answered with 202, and continues on its own', async () => {
    const { run, answer } = await orderImpatiently();
    expect(run).toMatchObject({ state: 'ordering', order: null, refused: { order: 'unproven' } });
    expect(statusOf(hosting.orderUpgrade, run)).toBe(202);
    answer();
    await live.app.service.context.inFlight.drain();
    const later = await live.call(hosting.getUpgradeRun, { run_id: run.run_id });
    expect(later).toMatchObject({ state: 'awaiting_payment', order: { invoiceid: expect.any(Number) } });
    expect(statusOf(hosting.orderUpgrade, later)).toBe(200);
    expect(live.calls('upgrade_instance')).toBe(1);
  });

  it('may refuse later: the run says so, and can order again', async () => {
    const { run, answer } = await orderImpatiently([
      { result: 'error', action: 'Upgrade Instance', message: 'This plan is sold out.' },
    ]);
    answer();
    await live.app.service.context.inFlight.drain();
    const later = await live.call(hosting.getUpgradeRun, { run_id: run.run_id });
    expect(later).toMatchObject({
      state: 'choosing',
      problem: { reason: 'refused', message: 'This plan is sold out.' },
    });
    expect(later.refused.order).toBeUndefined();
  });

  /** An action that the provider answers only once it is told to. */
  const holdUp = (action: string) => {
    const asked = vi.fn<() => void>();
    const { promise, resolve } = Promise.withResolvers<undefined>();
    live.interfere(action, () => {
      asked();
      return promise;
    });
    return { asked, answer: () => resolve(undefined) };
  };
  /** Stops waiting once the provider was asked. */
  const giveUpAfter = async <Answer>(asked: () => void, asking: Promise<Answer>): Promise<Answer> => {
    await vi.waitFor(() => expect(asked).toHaveBeenCalled());
    live.giveUp();
    return asking;
  };
  const drain = () => live.app.service.context.inFlight.drain();

  it('that shows no order does not end the request: the order is placed once it does', async () => {
    const run = await live.chosen();
    const { asked, answer } = holdUp('check_upgrade_order');
    const answered = await giveUpAfter(asked, live.order(run));
    expect(answered).toMatchObject({ state: 'choosing', problem: { reason: 'going_on' } });
    expect(statusOf(hosting.orderUpgrade, answered)).toBe(202);
    expect(live.calls('upgrade_instance')).toBe(0);
    answer();
    await drain();
    expect(await live.call(hosting.getUpgradeRun, { run_id: run.run_id })).toMatchObject({
      state: 'awaiting_payment',
      problem: null,
    });
    expect(live.calls('upgrade_instance')).toBe(1);
  });

  it.each([
    ['the price has changed', 'price_changed'],
    ['the provider refuses', 'refused'],
    ['the plan is gone', 'not_done'],
  ])('leads to no order if %s meanwhile, and the run says so', async (what, reason) => {
    const run = await live.chosen();
    const { asked, answer } = holdUp('check_upgrade_order');
    live.interfere('get_price_list', async (real) => {
      if (what === 'the provider refuses') return [{ result: 'error', action: 'Price List', message: 'Not now.' }];
      const { success } = (await (await real()).json()) as { success: { rid: number }[] };
      const isGone = what === 'the plan is gone';
      return { success: isGone ? success.slice(0, 1) : success.map((plan) => ({ ...plan, monthly: '99.00' })) };
    });
    expect(await giveUpAfter(asked, live.order(run))).toMatchObject({ problem: { reason: 'going_on' } });
    answer();
    await drain();
    expect(await live.call(hosting.getUpgradeRun, { run_id: run.run_id })).toMatchObject({
      state: 'choosing',
      problem: { reason },
    });
    expect(live.calls('upgrade_instance')).toBe(0);
  });

  it('still goes on after a check that sees nothing of it', async () => {
    const run = await live.chosen();
    const { asked, answer } = holdUp('get_price_list');
    await giveUpAfter(asked, live.order(run));
    expect(await live.call(hosting.checkUpgradeRun, { run_id: run.run_id })).toMatchObject({
      state: 'choosing',
      problem: { reason: 'going_on' },
    });
    answer();
    await drain();
    expect((await live.call(hosting.getUpgradeRun, { run_id: run.run_id })).problem?.reason).not.toBe('going_on');
  });

  it('leaves no run behind that goes on for good, if the process ends meanwhile', async () => {
    const run = await live.chosen();
    const { asked } = holdUp('check_upgrade_order');
    await giveUpAfter(asked, live.order(run));
    live.app.clock.advance(runTimesMs.goingOn + 1);
    await live.signInAgain();
    expect(await live.call(hosting.getUpgradeRun, { run_id: run.run_id })).toMatchObject({
      state: 'choosing',
      problem: { reason: 'not_done' },
    });
  });

  /** What the next process, or another instance, sees of an order that was never sent. */
  const laterContext = (after: number, isShared: boolean) => {
    const { context } = live.app.service;
    const startedAt = context.steady.now() + 1;
    live.app.clock.advance(after);
    return {
      ...context,
      steady: { ...context.steady, startedAt },
      db: Object.create(context.db, { isShared: { value: isShared } }) as typeof context.db,
    };
  };

  it.each([
    ['after a restart', 2, false, 'not_done'],
    ['at another instance, while the first may still work on it', minute, true, 'going_on'],
    ['at another instance, later', runTimesMs.goingOn + minute, true, 'not_done'],
  ] as const)('is told %s, and nothing is sent after that', async (_when, after, isShared, reason) => {
    const run = await live.chosen();
    const { asked, answer } = holdUp('check_upgrade_order');
    await giveUpAfter(asked, live.order(run));
    await advanceOpenRuns(laterContext(after, isShared));
    await live.signInAgain();
    const told = await live.call(hosting.getUpgradeRun, { run_id: run.run_id });
    expect(told).toMatchObject({ state: 'choosing', problem: { reason }, needs_attention: reason === 'not_done' });
    answer();
    await drain();
    expect(live.calls('upgrade_instance')).toBe(reason === 'not_done' ? 0 : 1);
  });

  it('that shows no server keeps no one waiting for a check, which goes on', async () => {
    const run = await live.order(await live.chosen());
    const { asked, answer } = holdUp('get_instance');
    const checked = await giveUpAfter(asked, live.check(run));
    expect(checked).toMatchObject({ state: 'awaiting_payment', problem: { reason: 'going_on' } });
    answer();
    await drain();
    expect((await live.call(hosting.getUpgradeRun, { run_id: run.run_id })).problem).toBeNull();
  });

  it('says that a check goes on also where the run shows a problem, which is then shown again if it lasts', async () => {
    const run = await live.owner.applied();
    live.showServer({ status: 'ERROR' });
    expect((await live.wait(run, runTimesMs.settle)).problem?.reason).toBe('server_error');
    const asked = vi.fn<() => void>();
    const { promise, resolve: answer } = Promise.withResolvers<void>();
    live.interfere('get_instance', async (real) => {
      asked();
      const { success } = (await (await real()).json()) as { success: object };
      await promise;
      return { success: { ...success, status: 'ERROR' } };
    });
    const checked = await giveUpAfter(asked, live.check(run));
    expect(checked.problem?.reason).toBe('going_on');
    answer();
    await drain();
    expect((await live.call(hosting.getUpgradeRun, { run_id: run.run_id })).problem?.reason).toBe('server_error');
  });

  it('that shows no prices does not hold up a sync: costs stay as they are until the prices arrive', async () => {
    const cost = async () => (await live.call(hosting.listServers, {})).servers[0]?.approximate_cost;
    const before = await cost();
    live.server().billingcycle = 'annually';
    const { asked, answer } = holdUp('get_price_list');
    const { servers } = await giveUpAfter(asked, live.call(hosting.syncServers, {}));
    expect(servers[0]?.approximate_cost).toBe(before);
    expect(servers).toHaveLength(3);
    answer();
    await drain();
    expect(await cost()).not.toBe(before);
  });
});
