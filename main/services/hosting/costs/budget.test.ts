import { describe, expect, it } from 'vitest';
import { auditRows } from '#e2e/support/audit.ts';
import { failsWith } from '#e2e/support/fails-with.ts';
import { liveSettings, managedServer, monthlyServer, plans, sandboxOwner, yearlyServer } from '#e2e/support/hosting.ts';
import { createLiveUpgrade } from '#e2e/support/live-upgrade.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { recordHostingCosts } from '#main/jobs/hosting-costs.ts';
import { tablesOf } from '#main/storage/database/tables.ts';
import { contract } from '#shared/contract/index.ts';
import { day, hour } from '#shared/rules/limits.ts';

const { hosting } = contract;

const live = perTest(() => createLiveUpgrade());

const reviewed = ({ run_id, version }: { run_id: string; version: number }) => ({ run_id, version });

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

/** Every change whose effect on the budget is asked about, besides an upgrade ordered here. */
const changes = [
  [
    'a switch to managed',
    'upgrade_to_managed',
    (input: object) => live.call(hosting.upgradeToManaged, { serviceid: monthlyServer, ...input }),
  ],
  [
    'a longer billing cycle',
    'change_billing_cycle',
    (input: object) =>
      live.call(hosting.changeBillingCycle, { serviceid: monthlyServer, billingcycle: 'quarterly', ...input }),
  ],
] as const;

describe.each(changes)('a budget and %s', (_what, action, change) => {
  /** The price list says that everything costs more, or doesn't say what the server has now. */
  const showPrices = (changed: object) =>
    live.interfere('get_price_list', async (real) => {
      const { success } = (await (await real()).json()) as { success: { current: number }[] };
      return { success: success.map((plan) => (plan.current === 1 ? { ...plan, ...changed } : plan)) };
    });

  it('refuses what exceeds it, and what costs no one knows how much, until an owner accepts that', async () => {
    await setBudget('70.00');
    const restore = showPrices({ current: 0 });
    expect(await failsWith(change({}), 'STATE_CONFLICT')).toMatchObject({
      reason: 'budget_unknown',
      params: { budget: '70.00' },
    });
    restore();
    showPrices({ monthly: '99.00', quarterly: '300.00' });
    expect((await failsWith(change({}), 'STATE_CONFLICT')).reason).toBe('over_budget');
    expect(live.calls(action)).toBe(0);
    expect((await live.call(hosting.listUpgradeRuns, {})).total).toBe(0);
    expect((await change({ accept_over_budget: true })).state).toBe('changed');
  });
});

describe('a budget and an order that was made elsewhere', () => {
  const elsewhere = async () => {
    await setBudget('70.00');
    await (await live.otherTeam()).ordered();
    const run = await live.call(hosting.startUpgradeRun, { serviceid: monthlyServer });
    expect(run).toMatchObject({ state: 'awaiting_payment', cost_after: null });
    return { run, accept_total: run.order?.total ?? '' };
  };

  it('asks before it is applied', async () => {
    const { accept_total } = await elsewhere();
    live.payAll();
    const input = { serviceid: monthlyServer, accept_total };
    expect((await failsWith(live.call(hosting.upgradeServer, input), 'STATE_CONFLICT')).reason).toBe('budget_unknown');
    expect(live.calls('upgrade_server')).toBe(0);
    await live.call(hosting.upgradeServer, { ...input, accept_over_budget: true });
    expect(live.calls('upgrade_server')).toBe(1);
  });

  it('asks before its start is planned', async () => {
    const { run, accept_total } = await elsewhere();
    const input = { run_id: run.run_id, from: '02:00', until: '04:00', accept_total };
    const refused = await failsWith(live.call(hosting.setUpgradeWindow, input), 'STATE_CONFLICT');
    expect(refused.reason).toBe('budget_unknown');
    const planned = await live.call(hosting.setUpgradeWindow, { ...input, accept_over_budget: true });
    expect(planned.apply_window).not.toBeNull();
  });
});

it('counts what is ordered already, though it does not cost anything yet', async () => {
  const { run_id } = await live.call(hosting.startUpgradeRun, { serviceid: yearlyServer });
  const larger = await live.call(hosting.chooseUpgradePlan, { run_id, rid: plans.largest });
  // Each order fits by itself, but not both.
  await setBudget((66.68 + Number(larger.cost_after) - Number(larger.cost_before)).toFixed(2));
  expect((await live.order(await live.chosen())).state).toBe('awaiting_payment');
  expect(await live.call(hosting.listServers, {})).toMatchObject({ monthly_cost: '66.68', ordered_cost: '9.00' });
  expect((await failsWith(live.order(larger), 'STATE_CONFLICT')).reason).toBe('over_budget');
  expect(live.calls('upgrade_instance')).toBe(1);
});

describe('a budget that is exceeded', () => {
  /** The job that keeps costs, after some time. */
  const laterOn = async (milliseconds: number) => {
    live.app.clock.advance(milliseconds);
    await live.signInAgain();
    await recordHostingCosts(live.app.service.context);
  };
  const mails = async () => {
    const { db } = live.app.service.context;
    const all = tablesOf(db.read).selectFrom('mails').select(['recipient', 'params']);
    const rows = await all.where('kind', '=', 'budget_exceeded').orderBy('created_at').execute();
    return rows.map(({ recipient, params }) => ({ recipient, ...JSON.parse(params) }));
  };
  const dearer = async () => {
    await live.call(hosting.updateServer, { serviceid: monthlyServer, approximate_cost: '100.00' });
  };

  it('is told to the owners once a month, whatever the cause, and again for another budget', async () => {
    await setBudget('70.00');
    await laterOn(hour);
    expect(await mails()).toEqual([]);
    await dearer();
    await laterOn(hour);
    await laterOn(hour);
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ recipient: live.owner.person.email, amount: '156.69 USD', budget: '70.00 USD' });
    await setBudget('80.00');
    await laterOn(hour);
    await laterOn(hour);
    expect((await mails()).map(({ budget }) => budget)).toEqual(['70.00 USD', '80.00 USD']);
    await laterOn(31 * day);
    expect(await mails()).toHaveLength(3);
    const rows = await auditRows(live.app, live.owner.person.tenantId);
    expect(rows.filter(({ action }) => action === 'alertOfBudget')).toHaveLength(3);
  });

  it('is told of orders that are open, but not to those without billing alerts, and not of the sandbox', async () => {
    await live.call(contract.profile.updateMe, { preferences: { billing_alerts: false } });
    await setBudget('70.00');
    await live.call(hosting.orderUpgrade, { ...reviewed(await live.chosen()), accept_over_budget: true });
    await laterOn(hour);
    const alerts = (await auditRows(live.app, live.owner.person.tenantId)).filter(
      ({ action }) => action === 'alertOfBudget',
    );
    expect(alerts.map(({ details }) => JSON.parse(details ?? ''))).toEqual([
      { monthly_cost: '75.68', monthly_budget: '70.00', owners: 0 },
    ]);
    const sandbox = await sandboxOwner(live.app);
    await sandbox.call(hosting.updateProviderSettings, { mode: 'sandbox', monthly_budget: '1.00' });
    await laterOn(hour);
    expect(await mails()).toEqual([]);
  });
});

describe('the forecast of a year', () => {
  const forecast = async (input: object) => Number((await live.call(hosting.getCostHistory, input)).year_forecast);

  it('adds up past months as estimated, and the others at the cost of today', async () => {
    // The clock of tests starts in January: twelve months at 66.68.
    expect(await forecast({ months: 1 })).toBe(800.16);
    live.app.clock.set(Date.UTC(2026, 3, 10));
    await live.signInAgain();
    const { months } = await live.call(hosting.getCostHistory, { months: 4 });
    const [, february, march] = months.map(({ estimated }) => Number(estimated));
    // In January there were servers for a part of the month only: it counts like February.
    const past = 2 * (february ?? 0) + (march ?? 0);
    expect(await forecast({})).toBeCloseTo(past + 9 * 66.68, 2);
    await live.call(hosting.updateServer, { serviceid: managedServer, approximate_cost: '0.00' });
    expect(await forecast({ months: 1 })).toBeCloseTo(past + 9 * 36.08, 2);
  });

  it('counts the months before an account was connected, too', async () => {
    live.app.clock.set(Date.UTC(2026, 9, 10));
    await live.signInAgain();
    const other = await live.otherTeam();
    const { year_forecast, months } = await other.call(hosting.getCostHistory, {});
    expect(months).toHaveLength(1);
    expect(Number(year_forecast)).toBeCloseTo(12 * 66.68, 2);
  });
});
