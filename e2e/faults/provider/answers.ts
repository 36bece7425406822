import { type Account, type HostedServer, Refusal } from './account.ts';
import { cycleKey, decimal, monthsOf, priceOf } from './catalogue.ts';

/** What each action of seed 001 §4 answers, and what the two reads of public clients do. */

type Form = URLSearchParams;

const success = (action: string, message: string): unknown => [{ result: 'success', action, message }];
const refused = (action: string, { message, code }: Refusal): unknown => [
  { result: 'error', action, message, ...(code !== undefined && { ERROR: code }) },
];

/** A server as get_instance shows it, with the secrets that the real answer has too. */
const shownServer = (account: Account, server: HostedServer): Record<string, unknown> => {
  const { name, ramGb, cpu, diskGb, bandwidthTb } = account.plan(server.rid);
  const order = account.habits.showsPending ? account.openOrder(server.serviceid) : undefined;
  const pending = order && account.plan(order.rid);
  return {
    serviceid: server.serviceid,
    srvrname: `Server#${server.serviceid}`,
    status: server.status,
    is_suspended: 0,
    locked: 0,
    hourly: 0,
    billingcycle: server.cycle,
    product_name: name,
    ram: `${ramGb} GB`,
    cpu: String(cpu),
    disk: `${diskGb} GB`,
    bandwidth: `${bandwidthTb} TB`,
    bandwidth_used: '0',
    main_ip: '203.0.113.7',
    upgrade_available: 1,
    upgrade_ram: pending ? `${pending.ramGb} GB` : '',
    upgrade_cpu: pending ? String(pending.cpu) : '',
    upgrade_disk: pending ? `${pending.diskGb} GB` : '',
    disk_type: server.drive.toUpperCase(),
    password: 'the-root-password',
    configkey: 'the-configuration-key',
    ...server.shown,
  };
};

const priceList = (account: Account, form: Form): unknown => {
  const server = form.has('serviceid') ? account.server(Number(form.get('serviceid'))) : undefined;
  const service = {
    managed: form.get('managed') !== '0',
    drive: form.get('drive_type') === 'hdd' ? ('hdd' as const) : ('ssd' as const),
  };
  return account.plans.map((plan, index) => ({
    id: plan.rid + 1000,
    name: plan.name,
    ram: `${plan.ramGb} GB`,
    cpu: String(plan.cpu),
    disk: `${plan.diskGb} GB`,
    bandwidth: `${plan.bandwidthTb} TB`,
    ...Object.fromEntries(Object.keys(monthsOf).map((cycle) => [cycle, decimal(priceOf(plan, cycle, service))])),
    mysort: index,
    current: server?.rid === plan.rid ? 1 : 0,
    promo: [],
    percent: 0,
    rid: plan.rid,
    mtotal: decimal(priceOf(plan, 'monthly', service)),
    cycles: {},
    firsts: [],
    resource: null,
  }));
};

const cyclePrices = (account: Account, form: Form): unknown => {
  const server = form.has('serviceid') ? account.server(Number(form.get('serviceid'))) : account.servers[0];
  if (!server) return {};
  const plan = account.plan(server.rid);
  const own = monthsOf[cycleKey(server.cycle)] ?? 1;
  return Object.fromEntries(
    Object.keys(monthsOf).map((cycle) => [
      cycle,
      { price: decimal(priceOf(plan, cycle, server)), duedate: account.date(own) },
    ]),
  );
};

const pendingOrder = (account: Account, serviceid: number): unknown => {
  account.server(serviceid);
  const order = account.openOrder(serviceid);
  if (!order || (order.paid && order.invoiceid !== null && account.habits.hidesPaid)) return account.habits.noOrder;
  const { id, orderid, invoiceid, total } = order;
  return { success: { id, orderid, invoiceid, duedate: account.date(1), total } };
};

const orderInstance = (account: Account, serviceid: number, form: Form): unknown => {
  const { paid, invoiceid } = account.order(serviceid, Number(form.get('rid')), 'api');
  const own = success('Upgrade Instance', 'Service has been upgraded!') as unknown[];
  return paid && invoiceid !== null ? [{ result: 'success', action: 'Invoice Paid', message: '' }, ...own] : own;
};

type Answer = (account: Account, serviceid: number, form: Form) => unknown;

const table: Record<string, [display: string, answer: Answer]> = {
  get_price_list: ['Get Price List', (account, _, form) => ({ success: priceList(account, form) })],
  get_billingcycle_prices: ['Get Billing Cycle Prices', (account, _, form) => cyclePrices(account, form)],
  get_instances: [
    'Get Instances',
    (account) => ({ success: account.servers.map((server) => shownServer(account, server)) }),
  ],
  get_instance: [
    'Get Instance',
    (account, serviceid) => ({ success: shownServer(account, account.server(serviceid)) }),
  ],
  check_upgrade_order: ['Check Upgrade Order', pendingOrder],
  check_upgrade_reboot: ['Check Upgrade Reboot', () => ({ success: true })],
  upgrade_instance: ['Upgrade Instance', orderInstance],
  upgrade_server: [
    'Upgrade Server',
    (account, serviceid) => {
      account.apply(serviceid);
      return success('Upgrade Server', `Server Server#${serviceid} is being upgraded.`);
    },
  ],
  confirm_upgrade: [
    'Confirm Upgrade',
    (account, serviceid) => {
      account.decide(serviceid, 'confirmed');
      return success('Confirm Upgrade', 'Upgrade Confirmed!');
    },
  ],
  revert_upgrade: [
    'Revert Upgrade',
    (account, serviceid) => {
      account.decide(serviceid, 'reverted');
      return success('Revert Upgrade', 'Upgrade Reverted!');
    },
  ],
  change_billing_cycle: [
    'Change Billing Cycle',
    (account, serviceid, form) => {
      account.setCycle(serviceid, form.get('billingcycle') ?? 'monthly');
      return success('Change Billing Cycle', 'Service has been upgraded!');
    },
  ],
  upgrade_to_managed: [
    'Upgrade to Managed',
    (account, serviceid) => {
      account.setManaged(serviceid, true);
      return success('Upgrade to Managed', 'Service has been upgraded!');
    },
  ],
  downgrade_to_unmanaged: [
    'Downgrade to Unmanaged',
    (account, serviceid) => {
      account.setManaged(serviceid, false);
      return success('Downgrade to Unmanaged', 'Service has been downgraded!');
    },
  ],
};

/** Carries out a request, and returns what the provider answers: always with HTTP status 200 (seed 001 §7). */
export const carryOut = (account: Account, form: Form): unknown => {
  const entry = table[form.get('action') ?? ''];
  if (!entry) return [{ result: 'error', message: 'Invalid Action.', ERROR: '6734' }];
  const [display, answer] = entry;
  try {
    return answer(account, Number(form.get('serviceid')), form);
  } catch (error) {
    if (error instanceof Refusal) return refused(display, error);
    throw error;
  }
};
