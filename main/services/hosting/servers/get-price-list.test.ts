import { beforeAll, expect, it } from 'vitest';
import { failsWith } from '#e2e/support/fails-with.ts';
import { createLiveService, monthlyServer, plans } from '#e2e/support/hosting.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { contract } from '#shared/contract/index.ts';

const { hosting } = contract;

const live = perFile(() => createLiveService());
beforeAll(async () => {
  const { handle } = live.emulator;
  live.emulator.handle = async (request) => {
    const isPriceList = (await request.clone().text()).includes('action=get_price_list');
    const answer = await handle(request);
    if (!isPriceList) return answer;
    const { success } = (await answer.json()) as { success: { rid: number }[] };
    return Response.json({
      success: success.map((plan) => (plan.rid === plans.next ? { ...plan, monthly: 'ask us' } : plan)),
    });
  };
});

it('names a plan that cannot be read, and lists the others', async () => {
  const { price_options, unreadable } = await live.owner.call(hosting.getPriceList, { serviceid: monthlyServer });
  expect(price_options.map(({ rid }) => rid)).toEqual(expect.arrayContaining([plans.present, plans.larger]));
  expect(price_options.map(({ rid }) => rid)).not.toContain(plans.next);
  expect(unreadable).toEqual([
    { position: 2, rid: plans.next, name: expect.stringContaining('2 CPU'), field: 'monthly', value: 'ask us' },
  ]);
});

it('lets a server move to another plan, and says of the unreadable one that it cannot be read, not that it is gone', async () => {
  const { run_id } = await live.owner.call(hosting.startUpgradeRun, { serviceid: monthlyServer });
  const choose = (rid: number) => live.owner.call(hosting.chooseUpgradePlan, { run_id, rid });
  await failsWith(choose(plans.next), 'PROVIDER_UNREADABLE');
  expect((await choose(plans.larger)).plan?.rid).toBe(plans.larger);
});
