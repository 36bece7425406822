import { describe, expect, it } from 'vitest';
import { monthlyServer } from '#e2e/support/hosting.ts';
import { createLiveUpgrade } from '#e2e/support/live-upgrade.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { recordHostingCosts } from '#main/jobs/hosting-costs.ts';
import { sendUpgradeReminders } from '#main/jobs/upgrade-reminders.ts';
import { tablesOf } from '#main/storage/database/tables.ts';
import { contract } from '#shared/contract/index.ts';
import { day, hour } from '#shared/rules/limits.ts';

const { hosting } = contract;
const live = perTest(() => createLiveUpgrade());

const order = { id: 9_001, orderid: 9_002, invoiceid: 9_003, duedate: '2026-02-01', total: '323.68' };
const showOrder = (isShown: () => boolean) =>
  live.interfere('check_upgrade_order', () => (isShown() ? { success: order } : undefined));
const invoices = async () => (await live.call(hosting.listInvoices, {})).invoices;
const latest = async () => (await live.call(hosting.listUpgradeRuns, { serviceid: monthlyServer })).runs[0];
/** What the service does by itself after some time. */
const laterOn = async (milliseconds: number) => {
  live.app.clock.advance(milliseconds);
  await live.signInAgain();
  await recordHostingCosts(live.app.service.context);
  await sendUpgradeReminders(live.app.service.context);
};
/** The reasons of the emails to the owner. */
const mailed = async (): Promise<string[]> => {
  const { db } = live.app.service.context;
  const mails = tablesOf(db.read).selectFrom('mails').select('params').where('kind', '=', 'upgrade_reminder');
  return (await mails.orderBy('created_at').execute()).map(({ params }) => JSON.parse(params).reason);
};

const changes = [
  ['upgrade_to_managed', () => live.call(hosting.upgradeToManaged, { serviceid: monthlyServer })],
  [
    'change_billing_cycle',
    () => live.call(hosting.changeBillingCycle, { serviceid: monthlyServer, billingcycle: 'annually' }),
  ],
] as const;

describe.each(changes)('%s', (action, change) => {
  it('shows the order that the provider makes for it, and its invoice is among the invoices', async () => {
    showOrder(() => live.calls(action) > 0);
    const run = await change();
    expect(run).toMatchObject({ state: 'changed', order: { invoiceid: order.invoiceid, total: order.total } });
    expect(await invoices()).toMatchObject([
      { number: String(order.invoiceid), total: order.total, origin: 'upgrade' },
    ]);
  });

  it('says that there is none, if the provider names none', async () => {
    expect(await change()).toMatchObject({ state: 'changed', order: null });
    expect(await invoices()).toEqual([]);
  });

  it('does not take an order for its own that was pending before, not even later', async () => {
    showOrder(() => true);
    expect(await change()).toMatchObject({ state: 'changed', order: null, order_missing: false });
    await laterOn(hour);
    expect(await latest()).toMatchObject({ state: 'changed', order: null });
    expect([await invoices(), await mailed()]).toEqual([[], []]);
  });

  it('finds an order that the provider shows only later, once: owners are told, and of its due date', async () => {
    let isShown = false;
    showOrder(() => isShown);
    const { run_id } = await change();
    await live.call(hosting.markUpgradeRunSeen, { run_id });
    await laterOn(hour);
    expect(await latest()).toMatchObject({ order: null, needs_attention: false });
    isShown = true;
    await laterOn(hour);
    await laterOn(hour);
    expect(await latest()).toMatchObject({ order: { invoiceid: order.invoiceid }, needs_attention: true });
    expect(await invoices()).toMatchObject([{ number: String(order.invoiceid), total: order.total }]);
    expect(await mailed()).toEqual(['change_invoice']);
    await laterOn(Date.parse(order.duedate) - live.app.clock.now());
    await laterOn(2 * day);
    await laterOn(hour);
    expect(await mailed()).toEqual(['change_invoice', 'change_invoice_due', 'change_invoice_overdue']);
  });

  it('looks no longer than two days', async () => {
    let isShown = false;
    showOrder(() => isShown);
    await change();
    await laterOn(2 * day);
    isShown = true;
    await laterOn(hour);
    expect(await latest()).toMatchObject({ state: 'changed', order: null });
  });
});

it('the order of an upgrade is not that of the change before it', async () => {
  await changes[0][1]();
  live.app.clock.advance(hour);
  await live.signInAgain();
  await live.order(await live.chosen());
  await laterOn(hour);
  const { runs } = await live.call(hosting.listUpgradeRuns, {});
  expect(runs.map(({ kind, order }) => [kind, order !== null])).toEqual([
    ['upgrade', true],
    ['service_level', false],
  ]);
});
