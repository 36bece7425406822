import { z } from 'zod';
import { sizes } from '#shared/contract/hosting/resources/fields.ts';
import { planQuote } from '#shared/contract/hosting/resources/plans.ts';
import { unreadableServer } from '#shared/contract/hosting/resources/servers.ts';
import { queueProblem } from '#shared/contract/hosting/resources/upgrade-queues.ts';
import { runProblem, upgradeOrder } from '#shared/contract/hosting/resources/upgrade-runs.ts';
import { auditEvent } from '#shared/contract/resources.ts';
import { billingCycles, type Sizes } from '#shared/hosting.ts';
import { type ChangeProgress, changeSteps } from '#shared/immediate-change.ts';
import { type KeyScope, keyScopes } from '#shared/permissions.ts';
import { defaultPreferences, type Preferences, preferencesSchema } from '#shared/preferences.ts';
import type { AuditEventRow } from './audit-log/audit-events.ts';
import type { ProviderSettingsRow } from './hosting/provider-settings.ts';
import type { QueueRow } from './hosting/upgrade-queues.ts';
import type { RunRow } from './hosting/upgrade-runs.ts';
import type { ServerRow } from './hosting/vps-instances.ts';
import { jsonColumn, textColumn } from './stored-column.ts';

/** What the text columns hold. Rows outlive releases: fields that a release no longer knows are dropped. */

const withDefaults = (stored: Record<string, unknown>, dropped: ReadonlySet<PropertyKey>): Record<string, unknown> => ({
  ...defaultPreferences,
  ...Object.fromEntries(Object.entries(stored).filter(([key]) => !dropped.has(key))),
});

const storedPreferences = z.record(z.string(), z.unknown()).transform((stored): Preferences => {
  const result = preferencesSchema.safeParse(withDefaults(stored, new Set()));
  if (result.success) return result.data;
  const unreadable = result.error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' ? issue.keys : issue.path.slice(0, 1),
  );
  return preferencesSchema.parse(withDefaults(stored, new Set(unreadable)));
});
const preferencesColumn = jsonColumn('users', 'preferences', storedPreferences);

/**
 * A user's preferences. One that no longer fits is replaced by its default: preferences must never keep anyone from
 * signing in.
 */
export const preferencesOf = ({ preferences }: { preferences: string }): Preferences =>
  preferencesColumn.readOr(preferences, defaultPreferences);

const isKeyScope = (scope: unknown): scope is KeyScope => keyScopes.some((known) => known === scope);
const scopesColumn = jsonColumn(
  'api_keys',
  'scopes',
  z.array(z.unknown()).transform((scopes) => scopes.filter(isKeyScope)),
);

/** The scopes of an API key. One that no longer exists grants nothing. */
export const scopesOf = ({ scopes }: { scopes: string }): KeyScope[] => scopesColumn.readOr(scopes, []);

const transportsColumn = jsonColumn('passkeys', 'transports', z.array(z.string()));

/** How a browser can reach a passkey. It tries every way if that is unknown. */
export const transportsOf = ({ transports }: { transports: string }): string[] =>
  transportsColumn.readOr(transports, []);

const emailDomainsColumn = jsonColumn('tenants', 'email_domains', z.array(z.string()));

/**
 * The domains that new addresses of a tenant must have; empty for any.
 * @throws StoredValueError rather than allowing any domain
 */
export const emailDomainsOf = ({ id, email_domains }: { id: string; email_domains: string }): string[] =>
  emailDomainsColumn.read(email_domains, id);

const detailsColumn = jsonColumn('audit_events', 'details', auditEvent.shape.details);

/** The details of an audit log row. Empty if they were erased or changed by hand, which verification reports. */
export const detailsOf = ({ details }: Pick<AuditEventRow, 'details'>) =>
  details === null ? {} : detailsColumn.readOr(details, {});

/** By account: the number of parts of the remaining rows that were erased for it, and a digest of which ones. */
export type RemainingErasures = Record<string, { erased: number; erased_digest: string }>;
const erasuresColumn = jsonColumn(
  'audit_checkpoints',
  'erasures',
  z.record(z.string(), z.strictObject({ erased: z.int().min(0), erased_digest: z.string() })),
);

/** @throws StoredValueError if they are not what the service writes. Check the seal first. */
export const remainingErasuresOf = (row: { tenant_id: string; erasures: string }): RemainingErasures =>
  erasuresColumn.read(row.erasures, row.tenant_id);

/** Template values of an email. */
export const mailParamsColumn = jsonColumn('mails', 'params', z.record(z.string(), z.string()));

const unknownSizes: Sizes = { cpu: null, ram_mb: null, disk_gb: null, bandwidth_gb: null };
const storedSizes = z.object(sizes.shape);
const serverSizesColumn = jsonColumn('vps_instances', 'sizes', storedSizes);

/** A server's sizes. Unknown if they can't be read: the next sync stores them again. */
export const sizesOf = ({ sizes: stored }: Pick<ServerRow, 'sizes'>): Sizes =>
  serverSizesColumn.readOr(stored, unknownSizes);

const unreadableColumn = jsonColumn(
  'provider_settings',
  'unreadable_servers',
  z.array(z.object(unreadableServer.shape)),
);

/** The servers that the last sync could not read. */
export const unreadableServersOf = ({
  unreadable_servers: stored,
}: Pick<ProviderSettingsRow, 'unreadable_servers'>): z.output<typeof unreadableServer>[] =>
  stored === null ? [] : unreadableColumn.readOr(stored, []);

export type PlanQuote = z.output<typeof planQuote>;
export type StoredOrder = z.output<typeof upgradeOrder>;
export type RunProblem = z.output<typeof runProblem>;

const applyWindowSchema = z.object({
  from: z.string(),
  until: z.string(),
  time_zone: z.string(),
  /** When the provider was last asked to apply the order in a window, by the system clock. */
  tried_at: z.number().nullable(),
  /** What owners were told of, and the start of the window that it was in: each is told once per window. */
  told: z.array(z.string()),
});
export type ApplyWindow = z.output<typeof applyWindowSchema>;

const queueItem = z.object({ run_id: z.string(), version: z.number() });
export type QueueItem = z.output<typeof queueItem>;
const queueItemsColumn = jsonColumn('upgrade_queues', 'items', z.array(queueItem));
const queueProblemColumn = jsonColumn('upgrade_queues', 'problem', z.object(queueProblem.shape));
export type QueueProblem = z.output<typeof queueProblem>;

/** The runs of a queue as reviewed. @throws StoredValueError rather than ordering something else */
export const queueItemsOf = ({ id, items }: Pick<QueueRow, 'id' | 'items'>): QueueItem[] =>
  queueItemsColumn.read(items, id);

/** Why a queue has stopped. */
export const queueProblemOf = ({ problem }: Pick<QueueRow, 'problem'>): QueueProblem | null =>
  problem === null ? null : queueProblemColumn.readOr(problem, null);

const beforeColumn = jsonColumn('upgrade_runs', 'before_sizes', storedSizes);
const planColumn = jsonColumn('upgrade_runs', 'plan', z.object(planQuote.shape));
const orderColumn = jsonColumn(
  'upgrade_runs',
  'provider_order',
  // Orders of older releases name no currency.
  z.object({ ...upgradeOrder.shape, currency: upgradeOrder.shape.currency.default(null) }),
);
const problemColumn = jsonColumn('upgrade_runs', 'problem', z.object(runProblem.shape));
const remindedColumn = jsonColumn('upgrade_runs', 'reminded', z.array(z.string()));
const windowColumn = jsonColumn('upgrade_runs', 'apply_window', applyWindowSchema);
const progressColumn = jsonColumn(
  'upgrade_runs',
  'change_progress',
  z.object({
    from: z.number(),
    after: z.string().nullable(),
    sent: z.object({ step: z.enum(changeSteps), at: z.number() }).nullable(),
    changed: z.boolean(),
    tries: z.number(),
    refused: z.string().nullable(),
  }),
);
const cycleColumn = textColumn('upgrade_runs', 'wanted', z.enum(billingCycles));

/** What the decisions about a run rest on. */
export interface RunBasis {
  before: Sizes;
  plan: PlanQuote | null;
}

/**
 * The basis of a decision.
 * @throws StoredValueError rather than deciding about a server on an unknown plan
 */
export const runBasis = ({ id, state, before_sizes, plan }: RunRow): RunBasis => ({
  before: beforeColumn.read(before_sizes, id),
  // Nothing was ordered yet: a plan that can't be read is chosen again.
  plan: plan === null ? null : state === 'choosing' ? planColumn.readOr(plan, null) : planColumn.read(plan, id),
});

/** The basis as far as it can be read, to show. */
export const shownRunBasis = ({ before_sizes, plan }: RunRow): RunBasis => ({
  before: beforeColumn.readOr(before_sizes, unknownSizes),
  plan: plan === null ? null : planColumn.readOr(plan, null),
});

/** The order that the provider shows for a run. Null if it is not known, or can't be read. */
export const orderOf = ({ provider_order }: Pick<RunRow, 'provider_order'>): StoredOrder | null =>
  provider_order === null ? null : orderColumn.readOr(provider_order, null);

/** Why a run is not making progress. Null if it can't be read: the next poll finds the reason again. */
export const problemOf = ({ problem }: Pick<RunRow, 'problem'>): RunProblem | null =>
  problem === null ? null : problemColumn.readOr(problem, null);

/** When the service applies an order. Null if it can't be read: then that is left to people. */
export const windowOf = ({ apply_window }: Pick<RunRow, 'apply_window'>): ApplyWindow | null =>
  apply_window === null ? null : windowColumn.readOr(apply_window, null);

/** The reminders that owners got. If they can't be read, owners get them again. */
export const remindedOf = ({ reminded }: Pick<RunRow, 'reminded'>): string[] =>
  reminded === null ? [] : remindedColumn.readOr(reminded, []);

/** The cycle that a run changes to; null for other runs. @throws StoredValueError */
export const wantedCycleOf = ({ id, kind, wanted }: Pick<RunRow, 'id' | 'kind' | 'wanted'>) =>
  kind === 'billing_cycle' && wanted !== null ? cycleColumn.read(wanted, id) : null;

/**
 * How far a change without an order has come; null if none is under way. Instants as stored.
 * @throws StoredValueError rather than sending a step twice
 */
export const changeProgressOf = ({
  id,
  change_progress,
}: Pick<RunRow, 'id' | 'change_progress'>): ChangeProgress | null =>
  change_progress === null ? null : progressColumn.read(change_progress, id);
