import { driveTypes } from '#shared/flows/hosting.ts';
import { lowerAscii } from '#shared/text-input/ascii-case.ts';
import { cyclePricesAnswer, orderAnswer, priceListAnswer, serverAnswer, toLooseShape } from './answers.ts';
import { planOf, plans } from './plans.ts';
import * as rules from './rules.ts';
import { Refusal } from './rules.ts';
import type { EmulatorState, Order, Server } from './state.ts';

type Form = URLSearchParams;

/** Parses a numeric form field. Undefined if it is missing or empty. */
const numberOf = (form: Form, name: string): number | undefined => {
  const text = form.get(name);
  return text === null || text.trim() === '' ? undefined : Number(text);
};
const flagOf = (form: Form, name: string, fallback: boolean): boolean => {
  const text = form.get(name);
  return text === null ? fallback : ['1', 'true', 'on'].includes(lowerAscii(text));
};

/** The state, the request and the time. */
export interface Subject {
  state: EmulatorState;
  form: Form;
  now: number;
}

const serverOf = ({ state, form }: Subject): Server => {
  const id = numberOf(form, 'serviceid');
  const server = state.servers.find(({ serviceid }) => serviceid === id);
  if (!server) throw new Refusal('A valid serviceid is required.', '721334');
  return server;
};
const optionalServerOf = (subject: Subject): Server | undefined =>
  subject.form.get('serviceid') ? serverOf(subject) : undefined;

/** The order that check_upgrade_order and an instance report. */
const shownOrder = (state: EmulatorState, serviceid: number): Order | undefined => {
  const order = rules.openOrder(state, serviceid);
  return order?.status === 'paid' && !state.settings.shows_paid_orders ? undefined : order;
};

const noOrder = { empty_list: [], empty_object: {}, false: false, null: null };

/** Reads return a value, either bare or under `success`. State changes return their success message. */
const reads: Record<string, (subject: Subject) => unknown> = {
  get_price_list: (subject) => ({
    success: priceListAnswer(subject.state, optionalServerOf(subject), {
      drive: driveTypes.find((drive) => drive === subject.form.get('drive_type')) ?? 'ssd',
      managed: flagOf(subject.form, 'managed', true),
      disk: numberOf(subject.form, 'disk'),
    }),
  }),
  get_billingcycle_prices: (subject) => {
    const server = optionalServerOf(subject);
    const subjectOfPrices = (server && rules.openOrder(subject.state, server.serviceid)) ?? server;
    const plan = planOf(subjectOfPrices?.rid ?? 0) ?? plans[0];
    if (!plan) return {};
    const spec = subjectOfPrices?.spec ?? plan.spec;
    return cyclePricesAnswer({ plan, spec, server }, subject.state.settings.hourly, subject.now);
  },
  check_upgrade_order: (subject) => {
    const order = shownOrder(subject.state, serverOf(subject).serviceid);
    if (order) return { success: orderAnswer(order) };
    const style = subject.state.settings.no_order;
    if (style === 'error') throw new Refusal('No pending upgrade order was found.');
    return { success: noOrder[style] };
  },
  check_upgrade_reboot: (subject) => {
    const server = serverOf(subject);
    const order = rules.openOrder(subject.state, server.serviceid);
    return { success: order !== undefined && rules.needsReboot(server, order) };
  },
  get_instances: ({ state }) => ({
    success: state.servers.map((server) => serverAnswer(server, shownOrder(state, server.serviceid))),
  }),
  get_instance: (subject) => {
    const server = serverOf(subject);
    return { success: serverAnswer(server, shownOrder(subject.state, server.serviceid)) };
  },
};

const writes: Record<string, [display: string, carryOut: (subject: Subject) => string]> = {
  upgrade_instance: [
    'Upgrade Instance',
    (subject) => {
      const server = serverOf(subject);
      const [rid, ram, cpu, disk, bandwidth] = ['rid', 'ram', 'cpu', 'disk', 'bandwidth'].map((name) =>
        numberOf(subject.form, name),
      );
      rules.orderUpgrade(subject.state, server, { rid: rid ?? 0, ram, cpu, disk, bandwidth }, subject.now);
      return 'Service has been upgraded!';
    },
  ],
  upgrade_server: [
    'Upgrade Server',
    (subject) => {
      const server = serverOf(subject);
      const disk = numberOf(subject.form, 'disk');
      const upgradeDriveType = flagOf(subject.form, 'upgrade_drive_type', false);
      rules.applyUpgrade(subject.state, server, { disk, upgradeDriveType }, subject.now);
      return `Server ${server.srvrname} is being upgraded.`;
    },
  ],
  confirm_upgrade: [
    'Confirm Upgrade',
    (subject) => {
      rules.confirm(subject.state, serverOf(subject));
      return 'Upgrade Confirmed!';
    },
  ],
  revert_upgrade: [
    'Revert Upgrade',
    (subject) => {
      rules.revert(subject.state, serverOf(subject));
      return 'Upgrade Reverted!';
    },
  ],
  change_billing_cycle: [
    'Change Billing Cycle',
    (subject) => {
      rules.changeCycle(
        subject.state,
        serverOf(subject),
        lowerAscii(subject.form.get('billingcycle') || 'monthly'),
        subject.now,
      );
      return 'Service has been upgraded!';
    },
  ],
  upgrade_to_managed: [
    'Upgrade to Managed',
    (subject) => {
      rules.changeLevel(subject.state, serverOf(subject), true);
      return 'Service has been upgraded!';
    },
  ],
  downgrade_to_unmanaged: [
    'Downgrade to Unmanaged',
    (subject) => {
      rules.changeLevel(subject.state, serverOf(subject), false);
      return 'Service has been downgraded!';
    },
  ],
};

/** The result of an action, as the JSON value of the response. */
const perform = (subject: Subject): unknown => {
  const { state, form } = subject;
  const action = form.get('action') ?? '';
  if (form.get('API') !== state.settings.key) {
    return { result: 'error', action: 'Authorization', message: 'Not Authorized!' };
  }
  const read = Object.hasOwn(reads, action) ? reads[action] : undefined;
  const [display, carryOut] = (Object.hasOwn(writes, action) ? writes[action] : undefined) ?? [];
  try {
    if (read) return read(subject);
    if (!carryOut) throw new Refusal('Invalid Action.', '6734');
    return [{ result: 'success', action: display, message: carryOut(subject) }];
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { message, code } = error;
    return [{ result: 'error', ...(display && { action: display }), message, ...(code && { ERROR: code }) }];
  }
};

/** Runs the action that a form requests at an instant, and responds. */
export const answerOf = (subject: Subject): Response => {
  const value = perform(subject);
  const isLoose = subject.state.settings.answers === 'loose' && !Array.isArray(value);
  return Response.json(isLoose ? toLooseShape(value) : value);
};
