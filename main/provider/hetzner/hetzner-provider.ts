import { z } from 'zod';
import { capabilitiesOf } from '#shared/flows/hosting-providers.ts';
import type { ChangeStep } from '#shared/flows/immediate-change.ts';
import type { PowerAction, SeenPower } from '#shared/flows/power.ts';
import type { Errand } from '../account-turns.ts';
import type { ProviderOptions } from '../client.ts';
import type { ChangeReading, Provider, ServerList } from '../provider.ts';
import { ProviderError } from '../provider-error.ts';
import { describeUnreadable, readRows, type Unreadable } from '../rows.ts';
import { identifier, optionalText, whole } from '../wire.ts';
import { createRequests } from './requests.ts';
import { priceListOf } from './server-types.ts';
import { action, type HetznerAction, type HetznerServer, idOf, numberIn, readingOf, server } from './servers.ts';

/** Rows of one page, and how many pages to read at most. */
const pageSize = 50;
const maxPages = 100;

const page = z.object({
  meta: z.object({ pagination: z.object({ next_page: whole.nullable() }).nullish() }).nullish(),
});
const currencies = z.object({ pricing: z.object({ currency: z.string().regex(/^[A-Z]{3}$/) }) });
const identity = z.object({ id: identifier.nullable().catch(null), name: optionalText.catch(null) });

/** The provider's word for each step. */
const stepPaths: Record<ChangeStep, string> = {
  shut_down: 'shutdown',
  power_off: 'poweroff',
  change_plan: 'change_type',
  power_on: 'poweron',
};
/** The provider's word for what to do with the power, and for the task that it makes of it. */
const powerPaths: Record<PowerAction, { path: string; command: string }> = {
  on: { path: 'poweron', command: 'start_server' },
  shut_down: { path: 'shutdown', command: 'shutdown_server' },
  off: { path: 'poweroff', command: 'stop_server' },
  reboot: { path: 'reboot', command: 'reboot_server' },
  reset: { path: 'reset', command: 'reset_server' },
};
const changeCommand = 'change_server_type';
const askCommand = 'shutdown_server';

const taskStates = { running: 'running', success: 'done', error: 'failed' } as const;

type TasksSince = Pick<ChangeReading, 'change' | 'message' | 'wasAsked'>;

/** The tasks since `after`, the newest one first. */
const tasksAfter = (actions: readonly HetznerAction[], after: string | null): HetznerAction[] =>
  actions.filter(({ id }) => id > Number(after ?? 0)).toSorted((one, other) => other.id - one.id);

/** What the tasks since `after` tell about a change: the newest one that changes the type counts. */
const tasksSince = (actions: readonly HetznerAction[], after: string | null): TasksSince => {
  const own = tasksAfter(actions, after);
  const newest = own.find(({ command }) => command === changeCommand);
  return {
    change: newest ? taskStates[newest.status] : 'none',
    message: newest?.error?.message ?? null,
    wasAsked: own.some(({ command }) => command === askCommand),
  };
};

/** What became of a request: of the task that it named, or else of the newest one of its kind. */
const powerTask = (
  actions: readonly HetznerAction[],
  { action, after, task }: { action: PowerAction; after: string | null; task: string | null },
): Pick<SeenPower, 'task' | 'message'> => {
  const found = tasksAfter(actions, after).find(({ id, command }) =>
    task === null ? command === powerPaths[action].command : String(id) === task,
  );
  return { task: found ? taskStates[found.status] : 'none', message: found?.error?.message ?? null };
};

const powerOf = ({ status }: HetznerServer): ChangeReading['power'] =>
  status === 'running' ? 'on' : status === 'off' ? 'off' : 'moving';

const notOffered = (action: string) => async (): Promise<never> => {
  throw new ProviderError(action, 'not_offered', { sent: false });
};

/**
 * An account at Hetzner Cloud, written from docs.hetzner.cloud. Experimental: no one has run it on a real account yet.
 * Changes of plan are immediate, keep the disk, and turn the server off for a while.
 */
export const createHetznerProvider = (options: ProviderOptions): Provider =>
  createAccount(options, { priority: 'poll' }, {});

/** What requests of all kinds share. */
interface Kept {
  currency?: string;
}

const createAccount = (options: ProviderOptions, errand: Errand, kept: Kept): Provider => {
  const { clock, log } = options;
  const requests = createRequests(options, errand);

  const notUnderstood = (name: string, unreadable?: Unreadable): ProviderError => {
    log.warn({ action: name, field: unreadable?.field, value: unreadable?.value }, 'a response was not understood');
    return new ProviderError(name, 'unexpected_shape', { sent: true, unreadable });
  };

  const parse = <Schema extends z.ZodType>(name: string, schema: Schema, value: unknown): z.output<Schema> => {
    const result = schema.safeParse(value);
    if (!result.success) throw notUnderstood(name, describeUnreadable(value, result.error));
    return result.data;
  };

  /** Every row of a list, page by page. */
  const readAll = async (name: string, path: string, key: string): Promise<unknown[]> => {
    const rows: unknown[] = [];
    for (let number: number | null = 1; number !== null && number <= maxPages; ) {
      const answer = await requests.read(name, path, { page: number, per_page: pageSize });
      const list = parse(name, z.looseObject({ [key]: z.array(z.unknown()) }), answer)[key];
      rows.push(...(list as unknown[]));
      const next: number | null = parse(name, page, answer).meta?.pagination?.next_page ?? null;
      number = next !== null && next > number ? next : null;
    }
    return rows;
  };

  const numberOf = (name: string, serviceId: string): number => {
    const number = numberIn(serviceId);
    if (number === undefined) throw new ProviderError(name, 'invalid_serviceid', { sent: false });
    return number;
  };

  const readServer = async (serviceId: string): Promise<HetznerServer> => {
    const number = numberOf('get_server', serviceId);
    const answer = await requests.read('get_server', `/servers/${number}`);
    const found = parse('get_server', z.object({ server }), answer).server;
    // Never mistake another server's state for this one's.
    if (found.id !== number) throw notUnderstood('get_server');
    return found;
  };

  /** A server with its newest tasks. */
  const readTasks = async (serviceId: string) => {
    const seen = await readServer(serviceId);
    const query = { sort: 'id:desc', per_page: pageSize };
    const answer = await requests.read('list_actions', `/servers/${seen.id}/actions`, query);
    const { actions } = parse('list_actions', z.object({ actions: z.array(action) }), answer);
    const newest = Math.max(0, ...actions.map(({ id }) => id));
    return {
      server: readingOf(seen),
      rid: seen.server_type.id,
      power: powerOf(seen),
      isBusy: seen.locked || actions.some(({ status }) => status === 'running'),
      latest: newest === 0 ? null : String(newest),
      actions,
    };
  };

  /** Asks for a task, and returns it as it has begun. */
  const begin = async (serviceId: string, path: string, body: object): Promise<HetznerAction> => {
    const number = numberOf(path, serviceId);
    const answer = await requests.write(path, `/servers/${number}/actions/${path}`, body);
    return parse(path, z.object({ action }), answer).action;
  };

  const readCurrency = async (): Promise<string> => {
    kept.currency ??= parse('get_pricing', currencies, await requests.read('get_pricing', '/pricing')).pricing.currency;
    return kept.currency;
  };

  return {
    capabilities: capabilitiesOf('hetzner'),
    on: (errand) => createAccount(options, errand, kept),
    async listServers(): Promise<ServerList> {
      const { rows, unreadable } = readRows(server, await readAll('list_servers', '/servers', 'servers'));
      const [first] = unreadable;
      // Without a single server, this may be another interface.
      if (first && rows.length === 0) throw notUnderstood('list_servers', first);
      const shown = unreadable.map(({ position, field, value, row }) => {
        const { id = null, name = null } = identity.safeParse(row).data ?? {};
        return { position, serviceid: id === null ? null : idOf(id), label: name, field, value };
      });
      if (shown.length > 0) log.warn({ action: 'list_servers', rows: shown.slice(0, 20) }, 'rows could not be read');
      return {
        servers: [...new Map(rows.map((row) => [row.id, readingOf(row)])).values()],
        unreadable: shown,
      };
    },
    getServer: async ({ serviceid }) => readingOf(await readServer(serviceid)),
    async getPriceList({ serviceid }) {
      const own = serviceid === undefined ? undefined : await readServer(serviceid);
      const types = await readAll('list_server_types', '/server_types', 'server_types');
      const list = priceListOf(types, own, await readCurrency(), clock.now());
      const [first] = list.unreadable;
      if (first && list.unreadable.length === types.length) throw notUnderstood('list_server_types', first);
      return list;
    },
    async getChange({ serviceid, after }) {
      const { actions, ...seen } = await readTasks(serviceid);
      return { ...seen, ...tasksSince(actions, after) };
    },
    async takeStep({ serviceid, rid, step }) {
      const body = step === 'change_plan' ? { server_type: String(rid), upgrade_disk: false } : {};
      const { command, status } = await begin(serviceid, stepPaths[step], body);
      return { message: `${command}: ${status}` };
    },
    async getPower({ serviceid, ...request }) {
      const { actions, ...seen } = await readTasks(serviceid);
      return { ...seen, ...powerTask(actions, request) };
    },
    async setPower({ serviceid, action }) {
      const { id, command, status } = await begin(serviceid, powerPaths[action].path, {});
      return { message: `${command}: ${status}`, task: String(id) };
    },
    getBillingcyclePrices: notOffered('get_billingcycle_prices'),
    changeBillingCycle: notOffered('change_billing_cycle'),
    upgradeToManaged: notOffered('upgrade_to_managed'),
    downgradeToUnmanaged: notOffered('downgrade_to_unmanaged'),
    upgradeInstance: notOffered('upgrade_instance'),
    upgradeServer: notOffered('upgrade_server'),
    checkUpgradeOrder: notOffered('check_upgrade_order'),
    checkUpgradeReboot: notOffered('check_upgrade_reboot'),
    confirmUpgrade: notOffered('confirm_upgrade'),
    revertUpgrade: notOffered('revert_upgrade'),
  };
};
