import { type BillingCycle, billingCycles, type Component, type DriveType } from '#shared/flows/hosting.ts';
import { fromMinor } from '#shared/flows/money.ts';
import { lowerAscii } from '#shared/text-input/ascii-case.ts';
import { toIso } from '../../platform/clock.ts';
import { endOfCycle } from './billing.ts';
import { customComponents, type Plan, plans, priceOf, pricing, type Spec } from './plans.ts';
import type { EmulatorState, Order, Server } from './state.ts';

/** Formats the emulated provider's state as responses. */

const dateOf = (instant: number): string => toIso(instant).slice(0, 10);

/** A get_instance response. It includes a password and a key, as the provider's does. */
export const serverAnswer = (server: Server, order: Order | undefined): Record<string, unknown> => ({
  serviceid: server.serviceid,
  srvrname: server.srvrname,
  hostname: `${lowerAscii(server.srvrname).replace('#', '-')}.example.com`,
  status: server.status,
  is_suspended: 0,
  locked: 0,
  hourly: server.billingcycle === 'hourly' ? 1 : 0,
  billingcycle: server.billingcycle,
  product_name: `${server.managed ? 'Managed' : 'Unmanaged'} Linux VPS`,
  ram: server.spec.ram * 1024,
  cpu: server.spec.cpu,
  disk: server.spec.disk,
  bandwidth: server.spec.bandwidth,
  bandwidth_used: 17,
  main_ip: server.main_ip,
  upgrade_available: order || server.upgrade ? 0 : 1,
  upgrade_ram: order ? String(order.spec.ram * 1024) : '',
  upgrade_cpu: order ? String(order.spec.cpu) : '',
  upgrade_disk: order ? String(order.spec.disk) : '',
  vm_state: server.status === 'RESIZED' ? 'resized' : 'active',
  task_state: server.status === 'RESIZE' ? 'resize_migrating' : null,
  disk_type: server.disk_type,
  password: `root-password-of-${server.serviceid}`,
  configkey: `configkey-of-${server.serviceid}`,
  ssh_keys: [],
});

const wordCustomOptions = (managed: boolean, hourly: boolean): unknown[] =>
  (Object.keys(customComponents) as Component[]).map((component, index) => {
    const offer = customComponents[component];
    const id = 10 * (index + 1);
    if ('choices' in offer) {
      return {
        id,
        name: offer.name,
        minqty: 0,
        maxqty: 0,
        options: offer.choices.map((amount, place) => ({
          id: id * 100 + place,
          name: `${amount} ${offer.unit}`,
          pricing: pricing(offer.perPiece * amount, managed, hourly),
        })),
      };
    }
    const options = [{ id: id * 100, name: offer.unit, pricing: pricing(offer.perPiece, managed, hourly) }];
    return { id, name: offer.name, minqty: offer.min, maxqty: offer.max, options };
  });

const wordPlan = (plan: Plan, index: number, managed: boolean, hourly: boolean, current: boolean): unknown => {
  const prices = pricing(plan.monthly ?? 0, managed, hourly);
  const { hourly: _hourly, ...cycles } = prices;
  const isCustom = plan.monthly === undefined;
  return {
    id: index + 1,
    name: plan.name,
    ram: isCustom ? '' : `${plan.spec.ram}`,
    cpu: isCustom ? '' : `${plan.spec.cpu}`,
    disk: isCustom ? '' : `${plan.spec.disk}`,
    bandwidth: isCustom ? '' : `${plan.spec.bandwidth}`,
    ...prices,
    mysort: (index + 1) * 10,
    current: current ? 1 : 0,
    promo: {},
    percent: 0,
    rid: plan.rid,
    mtotal: prices.monthly,
    cycles,
    firsts: [prices.monthly],
    resource: null,
    ...(isCustom && { configoptions: wordCustomOptions(managed, hourly) }),
  };
};

/** The resource price options: fixed plans and the custom one (seed 001 §4, rule 1). */
export const priceListAnswer = (
  state: EmulatorState,
  server: Server | undefined,
  { drive, managed, disk }: { drive: DriveType; managed: boolean; disk: number | undefined },
): unknown[] =>
  plans
    .filter((plan) => plan.drive === drive && (plan.monthly === undefined || plan.spec.disk >= (disk ?? 0)))
    .map((plan, index) => wordPlan(plan, index, managed, state.settings.hourly, plan.rid === server?.rid));

/**
 * The price of each cycle of a plan, and when the next payment is due (seed 001 §4 shows no fields). For the server's
 * current cycle, that is the end of the paid period; for any other, one full cycle from now.
 */
export const cyclePricesAnswer = (
  { plan, spec, server }: { plan: Plan; spec: Spec; server: Server | undefined },
  hourly: boolean,
  now: number,
): Record<string, unknown> => {
  const managed = server?.managed ?? false;
  const dueIn = (cycle: BillingCycle) =>
    dateOf(server?.billingcycle === cycle ? server.nextduedate : endOfCycle(now, cycle));
  const { hourly: perHour } = pricing(plan.monthly ?? 0, managed, hourly && plan.monthly !== undefined);
  const cycles = billingCycles.filter((cycle) => cycle !== 'hourly');
  return Object.fromEntries([
    ['hourly', { price: perHour, duedate: dueIn('hourly') }],
    ...cycles.map((cycle) => [cycle, { price: fromMinor(priceOf(plan, spec, cycle, managed)), duedate: dueIn(cycle) }]),
  ]);
};

export const orderAnswer = ({ id, orderid, invoiceid, duedate, total }: Order): Record<string, unknown> => ({
  id,
  orderid,
  invoiceid,
  duedate: dateOf(duedate),
  total: fromMinor(total),
});

/** Converts a value to the loose shapes seen in practice: numbers as strings, keyed lists, empty objects as lists. */
export const toLooseShape = (value: unknown): unknown => {
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) return value.length === 0 ? [] : { ...value.map(toLooseShape) };
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  return entries.length === 0 ? [] : Object.fromEntries(entries.map(([name, member]) => [name, toLooseShape(member)]));
};
