import type { Fields } from './client.ts';
import { type FieldTypes, seeField, typeText } from './fields.ts';
import { minute } from './installation.ts';
import { seeRefused } from './observations.ts';
import { hosting, onServer, type Sandbox } from './sandbox.ts';
import type { Statement } from './statement.ts';
import { same } from './verdict.ts';

const orderFields: FieldTypes = {
  id: 'integer',
  orderid: 'integer',
  invoiceid: 'integer',
  duedate: 'date',
  total: 'decimal',
};

/** A fixed plan that the server does not have. */
const otherPlan = async ({ get }: Sandbox, serviceid: string): Promise<number> => {
  const { price_options } = await get(`/price-list?serviceid=${serviceid}`);
  const next = (price_options as (Fields & { components: unknown[] })[]).findLast(
    ({ current, components }) => current === false && components.length === 0,
  );
  return Number(next?.rid);
};

const order = async (sandbox: Sandbox, serviceid: string): Promise<Fields> =>
  sandbox.post(`/servers/${serviceid}/upgrade-instance`, { rid: await otherPlan(sandbox, serviceid) });

const runPath = async ({ get }: Sandbox, serviceid: string): Promise<string> => {
  const { open_run } = await get(`/servers/${serviceid}`);
  return `/upgrade-runs/${(open_run as Fields | null)?.run_id}`;
};

/** Ends an applied upgrade once the server is in RESIZED. Returns the state of the run. */
const decide = async (sandbox: Sandbox, serviceid: string, action: 'confirm' | 'revert'): Promise<unknown> => {
  const path = await runPath(sandbox, serviceid);
  await sandbox.installation.advance(minute);
  await sandbox.post(`${path}/check`);
  same((await sandbox.get(`/servers/${serviceid}`)).status, 'RESIZED', 'the status of the server');
  await sandbox.post(`/servers/${serviceid}/${action}-upgrade`);
  return (await sandbox.get(path)).state;
};

const refusedOn = (section: string, text: string, action: string, body?: Fields): Statement => ({
  section,
  text,
  check: onServer(0, ({ installation, token }, serviceid) =>
    seeRefused(installation, 'POST', `${hosting}/servers/${serviceid}/${action}`, { token, body }),
  ),
});

/** Changes of seed 001 §3 and §4 on the sandbox, in this order: each continues where the one before ended. */
export const hostingUpgrades: readonly Statement[] = [
  refusedOn('001 §4 upgrade_instance', 'rid is required', 'upgrade-instance', {}),
  {
    section: '001 §3 upgrade_instance',
    text: 'upgrade order with unpaid invoice; the upgrade is not applied to the server',
    check: onServer(0, async (sandbox, serviceid) => {
      same((await order(sandbox, serviceid)).invoice_paid, false, 'invoice_paid');
      same((await sandbox.get(`/servers/${serviceid}`)).status, 'ACTIVE', 'the status of the server');
    }),
  },
  ...Object.entries(orderFields).map(
    ([field, type]): Statement => ({
      section: '001 §2 upgrade order',
      text: `check_upgrade_order: ${field} (${typeText(type)})`,
      check: onServer(0, async ({ get }, serviceid) => {
        const found = await get(`/servers/${serviceid}/upgrade-order`);
        seeField((found.order ?? {}) as Fields, field, type);
      }),
    }),
  ),
  refusedOn('001 §8', 'one upgrade order at a time per instance', 'upgrade-instance', { rid: 101 }),
  refusedOn('001 §3 upgrade_server', 'is refused before the invoice is paid', 'upgrade-server', {}),
  refusedOn('001 §3 confirm_upgrade', 'is refused unless the status is RESIZED', 'confirm-upgrade'),
  refusedOn('001 §3 revert_upgrade', 'is refused unless the status is RESIZED', 'revert-upgrade'),
  {
    section: '001 §4 check_upgrade_reboot',
    text: 'says that a reboot is likely, or that it is not known',
    check: onServer(0, async ({ get }, serviceid) =>
      seeField(await get(`/servers/${serviceid}/upgrade-reboot`), 'reboot', ['likely', 'possible']),
    ),
  },
  {
    section: '001 §3 invoice payment',
    text: 'an upgrade order whose invoice is paid is paid',
    check: onServer(0, async (sandbox, serviceid) => {
      const paid = await sandbox.post(`${await runPath(sandbox, serviceid)}/pay-sandbox-invoice`);
      same(paid.invoice_paid, true, 'invoice_paid');
    }),
  },
  {
    section: '001 §3 upgrade_server',
    text: 'a paid order is applied, and confirm_upgrade ends the upgrade in RESIZED',
    check: onServer(0, async (sandbox, serviceid) => {
      await sandbox.post(`/servers/${serviceid}/upgrade-server`, {});
      same(await decide(sandbox, serviceid, 'confirm'), 'confirmed', 'the state of the run');
    }),
  },
  {
    section: '001 §3 revert_upgrade',
    text: 'changes made by upgrade_server undone',
    check: onServer(2, async (sandbox, serviceid) => {
      const before = JSON.stringify((await sandbox.get(`/servers/${serviceid}`)).sizes);
      await order(sandbox, serviceid);
      await sandbox.post(`${await runPath(sandbox, serviceid)}/pay-sandbox-invoice`);
      await sandbox.post(`/servers/${serviceid}/upgrade-server`, {});
      same(await decide(sandbox, serviceid, 'revert'), 'reverted', 'the state of the run');
      await sandbox.post('/servers/sync');
      same(JSON.stringify((await sandbox.get(`/servers/${serviceid}`)).sizes), before, 'the size');
    }),
  },
  ...(['quarterly', 'monthly'] as const).map(
    (cycle): Statement => ({
      section: '001 §4 change_billing_cycle',
      text: cycle === 'monthly' ? 'monthly when omitted' : 'sets the billing cycle to the requested value',
      check: onServer(0, async ({ post, get }, serviceid) => {
        await post(`/servers/${serviceid}/billing-cycle`, cycle === 'monthly' ? {} : { billingcycle: cycle });
        same((await get(`/servers/${serviceid}`)).billingcycle, cycle, 'billingcycle');
      }),
    }),
  ),
  ...(['upgrade-to-managed', 'downgrade-to-unmanaged'] as const).map(
    (action): Statement => ({
      section: `001 §3 ${action.replaceAll('-', '_')}`,
      text: `makes the service ${action === 'upgrade-to-managed' ? 'managed' : 'unmanaged'}`,
      check: onServer(0, async ({ post, get }, serviceid) => {
        await post(`/servers/${serviceid}/${action}`);
        same((await get(`/servers/${serviceid}`)).managed, action === 'upgrade-to-managed', 'managed');
      }),
    }),
  ),
  {
    section: '001 §3 upgrade_instance',
    text: 'one with an invalid rid is refused, and leaves nothing in the way of other changes',
    check: onServer(1, async ({ installation, token, post }, serviceid) => {
      const path = `/servers/${serviceid}`;
      const body = { rid: 999_999 };
      await seeRefused(installation, 'POST', `${hosting}${path}/upgrade-instance`, { token, body });
      await post(`${path}/billing-cycle`, { billingcycle: 'quarterly' });
    }),
  },
];
