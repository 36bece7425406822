import { describe, expect, it } from 'vitest';
import { monthlyServer } from '#e2e/support/hosting.ts';
import { createLiveUpgrade } from '#e2e/support/live-upgrade.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { contract } from '#shared/contract/index.ts';

const { hosting } = contract;
const live = perTest(() => createLiveUpgrade());

const order = { id: 9_001, orderid: 9_002, invoiceid: 9_003, duedate: '2026-02-01', total: '323.68' };
const showOrder = (isShown: () => boolean) =>
  live.interfere('check_upgrade_order', () => (isShown() ? { success: order } : undefined));
const invoices = async () => (await live.call(hosting.listInvoices, {})).invoices;

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

  it('does not take an order for its own that was pending before', async () => {
    showOrder(() => true);
    expect(await change()).toMatchObject({ state: 'changed', order: null });
    expect(await invoices()).toEqual([]);
  });
});
