import { beforeEach, describe, expect, it, vi } from 'vitest';
import { failsWith } from '#e2e/support/fails-with.ts';
import { createLiveUpgrade } from '#e2e/support/live-upgrade.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { contract } from '#shared/contract/index.ts';
import { statusOf } from '#shared/contract/operation.ts';

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

  /** Returns how to answer again. */
  const neverAnswers = (action: string): (() => void) =>
    live.interfere(action, () => {
      asked.push(action);
      return new Promise(() => {});
    });
  /** Stops waiting once the provider was asked. */
  const giveUpAfter = async <Answer>(action: string, asking: Promise<Answer>): Promise<Answer> => {
    await vi.waitFor(() => expect(asked).toContain(action));
    live.giveUp();
    return asking;
  };
  let asked: string[];
  beforeEach(() => {
    asked = [];
  });

  it('that shows no order ends the request before anything is ordered', async () => {
    const run = await live.chosen();
    const answer = neverAnswers('check_upgrade_order');
    const failed = await failsWith(giveUpAfter('check_upgrade_order', live.order(run)), 'PROVIDER_UNREACHABLE');
    expect(failed.provider_reason).toBe('timeout');
    expect(live.calls('upgrade_instance')).toBe(0);
    answer();
    expect(await live.call(hosting.getUpgradeRun, { run_id: run.run_id })).toMatchObject({ state: 'choosing' });
  });

  it('that shows no server ends a check, and the run says so', async () => {
    const run = await live.order(await live.chosen());
    neverAnswers('get_instance');
    const checked = await giveUpAfter('get_instance', live.check(run));
    expect(checked).toMatchObject({ state: 'awaiting_payment', problem: { reason: 'timeout' } });
  });

  it('that shows no prices does not hold up a sync: costs stay as they are until the prices arrive', async () => {
    const cost = async () => (await live.call(hosting.listServers, {})).servers[0]?.approximate_cost;
    const before = await cost();
    live.server().billingcycle = 'annually';
    live.interfere('get_price_list', () => {
      asked.push('get_price_list');
      // Only the first question stays without an answer.
      return asked.length === 1 ? new Promise(() => {}) : undefined;
    });
    const { servers } = await giveUpAfter('get_price_list', live.call(hosting.syncServers, {}));
    expect(servers[0]?.approximate_cost).toBe(before);
    expect(servers).toHaveLength(3);
    await live.app.service.context.inFlight.drain();
    expect(await cost()).not.toBe(before);
  });
});
