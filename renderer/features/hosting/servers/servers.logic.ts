import type { getPriceList } from '#shared/contract/hosting/get-price-list.ts';
import type { listIpAddresses } from '#shared/contract/hosting/list-ip-addresses.ts';
import type { listServers } from '#shared/contract/hosting/list-servers.ts';
import type { OutputOf } from '#shared/contract/operation.ts';
import { type BillingCycle, serverStatuses } from '#shared/flows/hosting.ts';
import { fromMinor, monthlyCost } from '#shared/flows/money.ts';
import { currentPrice } from '#shared/flows/plan-quote.ts';
import type { RunState } from '#shared/flows/upgrade-flow.ts';
import { type Holder, may } from '#shared/rules/permissions.ts';
import { upperAscii } from '#shared/text-input/ascii-case.ts';
import type { Translate } from '../../../languages/translate.ts';
import { translateOr } from '../../../languages/translate-or.ts';

export type Servers = OutputOf<typeof listServers>;
export type Server = Servers['servers'][number];
export type IpAddress = OutputOf<typeof listIpAddresses>['ip_addresses'][number];
export type Connection = Servers['connection'];
type PriceList = OutputOf<typeof getPriceList>;

/** Billing cycle to assume if the provider doesn't report one: the default of seed 001 §4. */
export const cycleOf = ({ billingcycle }: Pick<Server, 'billingcycle'>): BillingCycle => billingcycle ?? 'monthly';

/** What a server costs per month on the plan that a price list shows as the current one; undefined if it doesn't say. */
export const presentCost = (
  options: PriceList['price_options'],
  server: Pick<Server, 'billingcycle' | 'sizes'>,
): string | undefined => {
  const present = options.find(({ current }) => current);
  const price = present && currentPrice(present, server.sizes, cycleOf(server));
  return price === undefined ? undefined : fromMinor(monthlyCost(price, cycleOf(server)));
};

/** Which row of the provider can't be read, and why. */
export const unreadableText = (
  name: string,
  { field, value }: { field: string | null; value: string | null },
  t: Translate,
): string => {
  if (field === null) return t('hosting.unreadable.whole', { name, value });
  if (value === null) return t('hosting.unreadable.missing', { name, field });
  return t('hosting.unreadable.field', { name, field, value });
};

/** Which server is left out, and why. */
export const unreadableServerText = (
  { position, serviceid, label, ...row }: Servers['unreadable'][number],
  t: Translate,
): string => {
  const number = serviceid === null ? t('hosting.servers.unreadable.row', { position }) : `Server#${serviceid}`;
  return unreadableText(label ?? number, row, t);
};

/** Why the user has read-only access. */
export const manageDisabledReason = (holder: Holder, t: Translate): string | undefined =>
  may(holder, 'hosting.manage') ? undefined : t('hosting.refused.manage');

export const settingsDisabledReason = (holder: Holder, t: Translate): string | undefined =>
  may(holder, 'hosting.settings') ? undefined : t('hosting.refused.settings');

export const isRunning = ({ status }: Pick<Server, 'status'>): boolean => upperAscii(status) === serverStatuses.active;
export const isOff = ({ status }: Pick<Server, 'status'>): boolean => upperAscii(status) === serverStatuses.off;

/** The server waits for confirm or revert. */
export const isResized = ({ status }: Pick<Server, 'status'>): boolean => upperAscii(status) === serverStatuses.resized;

/** Running, or on its way through an upgrade. Any other status is worth showing next to an upgrade. */
export const isExpectedStatus = ({ status }: Pick<Server, 'status'>): boolean => /^(active|resize.*)$/i.test(status);

/** Why nothing can be ordered or changed for a server now; undefined if it can. */
export const changeDisabledReason = (
  holder: Holder,
  server: Pick<Server, 'status' | 'is_suspended' | 'is_locked' | 'is_gone' | 'open_run'>,
  t: Translate,
): string | undefined => {
  const disabledReason = manageDisabledReason(holder, t);
  if (disabledReason !== undefined) return disabledReason;
  if (server.is_gone) return t('hosting.refused.gone');
  if (server.open_run) return t('hosting.refused.run');
  if (server.is_suspended) return t('reasons.STATE_CONFLICT.server_suspended');
  if (server.is_locked) return t('reasons.STATE_CONFLICT.server_locked');
  // A server that is off, or restarts, may be upgraded like any other.
  if (!/resiz|migrat/i.test(server.status)) return undefined;
  return t('hosting.refused.notActive', { status: statusWords(server, t) });
};

/** The provider's own status name if we have no translation. */
const statusWords = ({ status }: Pick<Server, 'status'>, t: Translate): string =>
  translateOr(t, `hosting.statuses.${upperAscii(status)}`, status);

/** A server's most important status, and its tone. What is under way says more than that the server runs. */
export const serverState = (
  server: Pick<Server, 'status' | 'is_suspended' | 'is_locked' | 'is_gone' | 'open_run'>,
  t: Translate,
): { text: string; color: string } => {
  if (server.is_gone) return { text: t('hosting.servers.gone'), color: 'gray' };
  if (server.is_suspended) return { text: t('hosting.servers.suspended'), color: 'red' };
  // The provider locks a server while it works on it.
  if (server.open_run?.kind === 'power') return { text: t('hosting.power.underWay'), color: 'yellow' };
  if (server.is_locked) return { text: t('hosting.servers.locked'), color: 'yellow' };
  if (server.open_run && isExpectedStatus(server)) {
    return { text: t(`hosting.states.${server.open_run.state}`), color: 'yellow' };
  }
  return { text: statusWords(server, t), color: isRunning(server) ? 'verdigris' : 'yellow' };
};

const unconfirmed: ReadonlySet<RunState> = new Set(['applying', 'resizing', 'resized', 'confirming', 'reverting']);

/** Whether the server may have its new size already, while its cost is still that of the former one. */
export const isBeforeUpgrade = ({ open_run }: Pick<Server, 'open_run'>): boolean =>
  open_run !== null && unconfirmed.has(open_run.state);

/** How a server is billed. A plan whose name tells the service level stands beside it. */
export const billingText = (
  server: Pick<Server, 'billingcycle' | 'product_name' | 'managed'>,
  hasLevels: boolean,
  t: Translate,
): string => {
  const cycle = t(`hosting.cycles.${server.billingcycle ?? 'unknown'}`);
  const level = serviceLevelLabel(server, t);
  const isTold = (server.product_name ?? '').split(/\s+/).some((word) => upperAscii(word) === upperAscii(level));
  return hasLevels && !isTold ? `${cycle} · ${level}` : cycle;
};

/** Managed, unmanaged or unknown. */
export const serviceLevelLabel = ({ managed }: Pick<Server, 'managed'>, t: Translate): string =>
  t(managed === null ? 'hosting.levels.unknown' : managed ? 'hosting.levels.managed' : 'hosting.levels.unmanaged');
