import type { Selectable } from 'kysely';
import { fittingPreferences, type Preferences } from '#shared/contract/preferences.ts';
import { type BillingCycle, billingCycles, type Sizes } from '#shared/flows/hosting.ts';
import type { ChangeProgress } from '#shared/flows/immediate-change.ts';
import { type PowerAction, powerActions } from '#shared/flows/power.ts';
import type { KeyScope } from '#shared/rules/permissions.ts';
import { StoredValueError } from '../../platform/stored-shape.ts';
import type { Schema } from '../database/schema.ts';
import type { AuditEventRow } from './audit/audit-events.ts';
import type { ProviderSettingsRow } from './hosting/provider-settings.ts';
import type { ServerRow } from './hosting/servers.ts';
import type { QueueRow } from './hosting/upgrade-queues.ts';
import type { RunRow } from './hosting/upgrade-runs.ts';
import {
  type ApplyWindow,
  applyWindowShape,
  changeProgressShape,
  detailsShape,
  emailDomainsShape,
  erasuresShape,
  orderShape,
  pathRulesShape,
  planShape,
  preferencesShape,
  problemShape,
  type QueueItem,
  type QueueProblem,
  queueItemsShape,
  queueProblemShape,
  type RemainingErasures,
  type RunProblem,
  remindedShape,
  type StoredOrder,
  type StoredPathRule,
  type StoredPlan,
  type StoredUnreadableServer,
  scopesShape,
  sizesShape,
  transportsShape,
  unreadableServersShape,
} from './stored-shapes.ts';

/** Reads what stored-shapes.ts describes. Each column says what happens to a value that can't be read. */

type Columns<Table extends keyof Schema, Column extends keyof Selectable<Schema[Table]>> = Pick<
  Selectable<Schema[Table]>,
  Column
>;

/**
 * A user's preferences. One that no longer fits is replaced by its default: preferences must never keep anyone from
 * signing in.
 */
export const preferencesOf = ({ preferences }: Columns<'users', 'preferences'>): Preferences =>
  fittingPreferences(preferencesShape.readOr(preferences, {}));

/** The preferences after a change. Those that only a newer version knows stay. */
export const changedPreferences = ({ preferences }: Columns<'users', 'preferences'>, changed: Partial<Preferences>) =>
  preferencesShape.write({ ...preferencesShape.readOr(preferences, {}), ...changed });

/** The scopes of an API key. None if they can't be read. */
export const scopesOf = ({ scopes }: Columns<'api_keys', 'scopes'>): KeyScope[] => scopesShape.readOr(scopes, []);

/** How a browser can reach a passkey. It tries every way if that is unknown. */
export const transportsOf = ({ transports }: Columns<'passkeys', 'transports'>): string[] =>
  transportsShape.readOr(transports, []);

/**
 * The domains that new addresses of a tenant must have; empty for any.
 * @throws StoredValueError rather than allowing any domain
 */
export const emailDomainsOf = ({ id, email_domains }: Columns<'tenants', 'id' | 'email_domains'>): string[] =>
  emailDomainsShape.read(email_domains, id);

/**
 * What paths of a protected host ask for.
 * @throws StoredValueError rather than opening a path
 */
export const pathRulesOf = ({ id, path_rules }: Columns<'applications', 'id' | 'path_rules'>): StoredPathRule[] =>
  pathRulesShape.read(path_rules, id);

/** The details of an audit log row. Empty if they were erased or changed by hand, which verification reports. */
export const detailsOf = ({ details }: Pick<AuditEventRow, 'details'>) =>
  details === null ? {} : detailsShape.readOr(details, {});

/** @throws StoredValueError if they are not what the service writes. Check the seal first. */
export const remainingErasuresOf = ({
  tenant_id,
  erasures,
}: Columns<'audit_checkpoints', 'tenant_id' | 'erasures'>): RemainingErasures =>
  erasuresShape.read(erasures, tenant_id);

const unknownSizes: Sizes = { cpu: null, ram_mb: null, disk_gb: null, bandwidth_gb: null };

/** A server's sizes. Unknown if they can't be read: the next sync stores them again. */
export const sizesOf = ({ sizes }: Pick<ServerRow, 'sizes'>): Sizes => sizesShape.readOr(sizes, unknownSizes);

/** The servers that the last sync could not read. */
export const unreadableServersOf = ({
  unreadable_servers: stored,
}: Pick<ProviderSettingsRow, 'unreadable_servers'>): StoredUnreadableServer[] =>
  stored === null ? [] : unreadableServersShape.readOr(stored, []);

/** The runs of a queue as reviewed. @throws StoredValueError rather than ordering something else */
export const queueItemsOf = ({ id, items }: Pick<QueueRow, 'id' | 'items'>): QueueItem[] =>
  queueItemsShape.read(items, id);

/** Why a queue has stopped. */
export const queueProblemOf = ({ problem }: Pick<QueueRow, 'problem'>): QueueProblem | null =>
  problem === null ? null : queueProblemShape.readOr(problem, null);

/** What the decisions about a run rest on. */
export interface RunBasis {
  before: Sizes;
  plan: StoredPlan | null;
}

/**
 * The basis of a decision.
 * @throws StoredValueError rather than deciding about a server on an unknown plan
 */
export const runBasis = ({ id, state, before_sizes, plan }: RunRow): RunBasis => ({
  before: sizesShape.read(before_sizes, id),
  // Nothing was ordered yet: a plan that can't be read is chosen again.
  plan: plan === null ? null : state === 'choosing' ? planShape.readOr(plan, null) : planShape.read(plan, id),
});

/** The basis as far as it can be read, to show. */
export const shownRunBasis = ({ before_sizes, plan }: RunRow): RunBasis => ({
  before: sizesShape.readOr(before_sizes, unknownSizes),
  plan: plan === null ? null : planShape.readOr(plan, null),
});

/** The order that the provider shows for a run. Null if it is not known, or can't be read. */
export const orderOf = ({ provider_order }: Pick<RunRow, 'provider_order'>): StoredOrder | null =>
  provider_order === null ? null : orderShape.readOr(provider_order, null);

/** The same, but not one that was pending before a change of cycle or level: that is kept only to tell another from it. */
export const ownOrderOf = (run: Pick<RunRow, 'kind' | 'order_missing' | 'provider_order'>): StoredOrder | null =>
  run.kind !== 'upgrade' && run.order_missing === 1 ? null : orderOf(run);

/** Why a run is not making progress. Null if it can't be read: the next poll finds the reason again. */
export const problemOf = ({ problem }: Pick<RunRow, 'problem'>): RunProblem | null =>
  problem === null ? null : problemShape.readOr(problem, null);

/** When the service applies an order. Null if it can't be read: then that is left to people. */
export const windowOf = ({ apply_window }: Pick<RunRow, 'apply_window'>): ApplyWindow | null =>
  apply_window === null ? null : applyWindowShape.readOr(apply_window, null);

/** The reminders that owners got. If they can't be read, owners get them again. */
export const remindedOf = ({ reminded }: Pick<RunRow, 'reminded'>): string[] =>
  reminded === null ? [] : remindedShape.readOr(reminded, []);

/** The cycle that a run changes to; null for other runs. @throws StoredValueError */
export const wantedCycleOf = ({ id, kind, wanted }: Pick<RunRow, 'id' | 'kind' | 'wanted'>): BillingCycle | null => {
  if (kind !== 'billing_cycle' || wanted === null) return null;
  const cycle = billingCycles.find((known) => known === wanted);
  if (cycle === undefined) throw new StoredValueError(`upgrade_runs.wanted of ${id} can't be read: no billing cycle`);
  return cycle;
};

/** What a run asks of a server's power; null for other runs. @throws StoredValueError */
export const powerActionOf = ({ id, kind, wanted }: Pick<RunRow, 'id' | 'kind' | 'wanted'>): PowerAction | null => {
  if (kind !== 'power') return null;
  const action = powerActions.find((known) => known === wanted);
  if (action === undefined) throw new StoredValueError(`upgrade_runs.wanted of ${id} can't be read: no power action`);
  return action;
};

/**
 * How far a change without an order has come; null if none is under way. Instants as stored.
 * @throws StoredValueError rather than sending a step twice
 */
export const changeProgressOf = ({
  id,
  change_progress,
}: Pick<RunRow, 'id' | 'change_progress'>): ChangeProgress | null =>
  change_progress === null ? null : changeProgressShape.read(change_progress, id);
