import { type BillingCycle, billingCycles } from '#shared/flows/hosting.ts';
import { day } from '#shared/rules/limits.ts';
import { endOfCycle, prorated } from './billing.ts';
import { isOffered, planOf, type Spec } from './plans.ts';
import type { EmulatorState, Order, Server } from './state.ts';

/**
 * The emulated provider's behavior (seed 001 §3). Each rule either changes the state, or refuses and leaves it as is.
 */

/** An error result. `code` is the provider's ERROR field. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: string | undefined;
  constructor(message: string, code?: string) {
    super(message);
    this.code = code;
  }
}

/** Days until the invoice of an upgrade is due. */
const paymentTerm = 7;

/** Applies everything that is due: RESIZED after a while, auto-confirmation after a day, cycle renewals. */
export const settle = (state: EmulatorState, now: number): void => {
  const { resize_delay, auto_confirm } = state.settings;
  for (const server of state.servers) {
    while (server.nextduedate <= now) server.nextduedate = endOfCycle(server.nextduedate, server.billingcycle);
    const { upgrade } = server;
    if (!upgrade) continue;
    const resizedAt = upgrade.since + resize_delay;
    if (server.status === 'RESIZE' && now >= resizedAt) {
      takeOn(server, orderById(state, upgrade.order));
      server.status = 'RESIZED';
    }
    if (server.status === 'RESIZED' && now >= resizedAt + auto_confirm) confirm(state, server);
  }
};

const orderById = (state: EmulatorState, id: number): Order => {
  const order = state.orders.find((candidate) => candidate.id === id);
  if (!order) throw new Error(`The emulator has no order ${id}`);
  return order;
};

const takeOn = (server: Server, { rid, spec }: { rid: number; spec: Spec }): void => {
  server.rid = rid;
  server.spec = { ...spec };
};

/** The open order that blocks another order for the server. */
export const openOrder = (state: EmulatorState, serviceid: number): Order | undefined =>
  state.orders.find((order) => order.serviceid === serviceid && (order.status === 'unpaid' || order.status === 'paid'));

const refuseHourly = (state: EmulatorState, cycle: BillingCycle): void => {
  if (cycle === 'hourly' && !state.settings.hourly) {
    throw new Refusal('Hourly products are disabled! Please contact customer service.');
  }
};

const refuseDuringUpgrade = (server: Server): void => {
  if (server.upgrade) throw new Refusal('The service is being upgraded. Confirm or revert the upgrade first.');
};

export interface Wanted {
  rid: number;
  ram?: number | undefined;
  cpu?: number | undefined;
  disk?: number | undefined;
  bandwidth?: number | undefined;
}

const wantedSpec = (server: Server, wanted: Wanted): Spec => {
  const plan = planOf(wanted.rid);
  if (!plan) throw new Refusal('A valid rid is required.');
  if (plan.monthly !== undefined) return plan.spec;
  const spec = {
    cpu: wanted.cpu ?? server.spec.cpu,
    ram: wanted.ram ?? server.spec.ram,
    disk: wanted.disk ?? server.spec.disk,
    bandwidth: wanted.bandwidth ?? server.spec.bandwidth,
  };
  if (!isOffered(spec)) throw new Refusal('The custom plan is not available in this size.');
  return spec;
};

const sameSpec = (one: Spec, other: Spec): boolean =>
  one.cpu === other.cpu && one.ram === other.ram && one.disk === other.disk && one.bandwidth === other.bandwidth;

/**
 * Creates the order and its invoice, and leaves the server as is. If there is nothing to pay, the order has no invoice.
 */
export const orderUpgrade = (state: EmulatorState, server: Server, wanted: Wanted, now: number): void => {
  refuseHourly(state, server.billingcycle);
  if (openOrder(state, server.serviceid)) throw new Refusal('An upgrade order is already pending for this service.');
  refuseDuringUpgrade(server);
  const spec = wantedSpec(server, wanted);
  if (spec.disk < server.spec.disk) throw new Refusal('The disk size cannot be reduced.');
  if (wanted.rid === server.rid && sameSpec(spec, server.spec)) throw new Refusal('The service already has this plan.');
  const total = prorated(server, wanted.rid, spec, now);
  const id = state.nextId;
  state.nextId += 3;
  state.orders.push({
    id,
    orderid: id + 1,
    serviceid: server.serviceid,
    rid: wanted.rid,
    spec: { ...spec },
    invoiceid: total > 0 ? id + 2 : null,
    total,
    duedate: now + paymentTerm * day,
    status: total > 0 ? 'unpaid' : 'paid',
  });
};

/** Whether an order changes anything that needs a migration or at least a reboot. */
export const needsReboot = (server: Server, order: Order): boolean =>
  order.spec.cpu !== server.spec.cpu || order.spec.ram !== server.spec.ram;

/** Applies a paid order. RAM, CPU and disk need a migration, which ends in RESIZED. Bandwidth changes immediately. */
export const applyUpgrade = (
  state: EmulatorState,
  server: Server,
  { disk, upgradeDriveType }: { disk?: number | undefined; upgradeDriveType: boolean },
  now: number,
): void => {
  refuseDuringUpgrade(server);
  const order = openOrder(state, server.serviceid);
  if (!order) throw new Refusal('There is no upgrade order to apply for this service.');
  if (order.status === 'unpaid') throw new Refusal('The invoice of this upgrade has not been paid.');
  if (disk !== undefined && (disk < server.spec.disk || disk > order.spec.disk)) {
    throw new Refusal('The disk size must be between the current and the ordered size.');
  }
  if (disk !== undefined) order.spec.disk = disk;
  if (upgradeDriveType) server.disk_type = 'ssd';
  const migrates = needsReboot(server, order) || order.spec.disk !== server.spec.disk;
  if (!migrates) {
    takeOn(server, order);
    order.status = 'confirmed';
    return;
  }
  order.status = 'applied';
  server.upgrade = { order: order.id, before: { rid: server.rid, spec: { ...server.spec } }, since: now };
  server.status = 'RESIZE';
};

const resized = (server: Server) => {
  if (server.status !== 'RESIZED' || !server.upgrade) throw new Refusal('The service is not in status RESIZED.');
  return server.upgrade;
};

export const confirm = (state: EmulatorState, server: Server): void => {
  orderById(state, resized(server).order).status = 'confirmed';
  server.upgrade = null;
  server.status = 'ACTIVE';
};

export const revert = (state: EmulatorState, server: Server): void => {
  const { order, before } = resized(server);
  orderById(state, order).status = 'reverted';
  takeOn(server, before);
  server.upgrade = null;
  server.status = 'ACTIVE';
};

export const changeCycle = (state: EmulatorState, server: Server, text: string, now: number): void => {
  const cycle = billingCycles.find((candidate) => candidate === text);
  if (!cycle) throw new Refusal('A valid billingcycle is required.');
  refuseHourly(state, cycle);
  server.billingcycle = cycle;
  server.nextduedate = endOfCycle(now, cycle);
};

export const changeLevel = (state: EmulatorState, server: Server, managed: boolean): void => {
  if (managed) refuseHourly(state, server.billingcycle);
  if (server.managed === managed) throw new Refusal(`The service is already ${managed ? 'managed' : 'unmanaged'}.`);
  server.managed = managed;
};
