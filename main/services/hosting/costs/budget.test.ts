import { describe, expect, it } from 'vitest';
import { failsWith } from '#e2e/support/fails-with.ts';
import { liveSettings, managedServer, monthlyServer, plans } from '#e2e/support/hosting.ts';
import { createLiveUpgrade } from '#e2e/support/live-upgrade.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { contract } from '#shared/contract/index.ts';

const { hosting } = contract;

const live = perTest(() => createLiveUpgrade());

const setBudget = (monthly_budget: string | null) =>
  live.call(hosting.updateProviderSettings, { mode: liveSettings.mode, monthly_budget });

describe('a budget', () => {
  // All servers cost 66.68 a month. The next plan costs 9.00 more.
  it('lets an order through that just reaches it', async () => {
    await setBudget('75.68');
    expect((await live.order(await live.chosen())).state).toBe('awaiting_payment');
  });

  it('refuses an order that exceeds it, until its owner accepts that', async () => {
    expect(await setBudget('75.67')).toMatchObject({ monthly_budget: '75.67' });
    const { run_id, version } = await live.chosen();
    const refused = await failsWith(live.order({ run_id, version }), 'STATE_CONFLICT');
    expect(refused).toMatchObject({ reason: 'over_budget', params: { total: '75.68', budget: '75.67' } });
    expect(live.calls('upgrade_instance')).toBe(0);
    const run = await live.call(hosting.orderUpgrade, { run_id, version, accept_over_budget: true });
    expect(run.state).toBe('awaiting_payment');
  });

  it('holds for tools that order in one call, and leaves no run behind', async () => {
    await setBudget('70.00');
    const input = { serviceid: monthlyServer, rid: plans.next };
    expect((await failsWith(live.call(hosting.upgradeInstance, input), 'STATE_CONFLICT')).reason).toBe('over_budget');
    expect(live.calls('upgrade_instance')).toBe(0);
    const run = await live.call(hosting.upgradeInstance, { ...input, accept_over_budget: true });
    expect(run.state).toBe('awaiting_payment');
  });

  it('stays until it is removed, and shows with the costs', async () => {
    await setBudget('70.00');
    await live.call(hosting.updateProviderSettings, { mode: liveSettings.mode });
    const costs = await live.call(hosting.getCostHistory, {});
    expect(costs).toMatchObject({ monthly_cost: '66.68', monthly_budget: '70.00' });
    expect((await live.call(hosting.listServers, {})).connection).toMatchObject({ monthly_budget: '70.00' });
    expect(await setBudget(null)).toMatchObject({ monthly_budget: null });
    expect((await live.order(await live.chosen())).state).toBe('awaiting_payment');
  });
});

it('forecasts the year: past months as estimated, the others at the cost of today', async () => {
  // The clock of tests starts in January: twelve months at 66.68.
  expect((await live.call(hosting.getCostHistory, { months: 1 })).year_forecast).toBe('800.16');
  live.app.clock.set(Date.UTC(2026, 2, 10));
  await live.signInAgain();
  const before = await live.call(hosting.getCostHistory, { months: 3 });
  const [january, february] = before.months.map(({ estimated }) => Number(estimated));
  expect(Number(before.year_forecast)).toBeCloseTo((january ?? 0) + (february ?? 0) + 10 * 66.68, 2);
  await live.call(hosting.updateServer, { serviceid: managedServer, approximate_cost: '0.00' });
  const { year_forecast } = await live.call(hosting.getCostHistory, { months: 1 });
  expect(Number(year_forecast)).toBeCloseTo((january ?? 0) + (february ?? 0) + 10 * 36.08, 2);
});
