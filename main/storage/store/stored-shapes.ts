import { z } from 'zod';
import type { StoredDetails } from '#shared/contract/audit-details.ts';
import { billingCycles, type Sizes } from '#shared/flows/hosting.ts';
import { type ChangeProgress, changeSteps } from '#shared/flows/immediate-change.ts';
import { providerErrorReasonNames } from '#shared/flows/provider-errors.ts';
import { pollProblems } from '#shared/flows/upgrade-flow.ts';
import { pathAccesses } from '#shared/rules/applications.ts';
import { type KeyScope, keyScopes } from '#shared/rules/permissions.ts';
import { keptObject, storedShape } from '../../platform/stored-shape.ts';

/**
 * What the columns that hold JSON contain. Add a field as README.md says: rows outlive releases, and two of them may
 * use the same rows.
 */

const words = z.array(z.string());
const amount = z.string().regex(/^-?\d+(\.\d+)?$/);

/** Each value is checked when it is read, see fittingPreferences. */
export const preferencesShape = storedShape('users.preferences', [z.record(z.string(), z.unknown())]);

const isKeyScope = (scope: unknown): scope is KeyScope => keyScopes.some((known) => known === scope);
/** A scope that no longer exists grants nothing. */
export const scopesShape = storedShape('api_keys.scopes', [
  z.array(z.unknown()).transform((scopes) => scopes.filter(isKeyScope)),
]);

export const transportsShape = storedShape('passkeys.transports', [words]);

export const emailDomainsShape = storedShape('tenants.email_domains', [words]);

export const detailsShape = storedShape<'audit_events.details', StoredDetails>('audit_events.details', [
  z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
]);

const erasure = z.object({ erased: z.int().min(0), erased_digest: z.string() });
/** By account: the number of parts of the remaining rows that were erased for it, and a digest of which ones. */
export type RemainingErasures = Record<string, z.output<typeof erasure>>;
export const erasuresShape = storedShape('audit_checkpoints.erasures', [z.record(z.string(), erasure)]);

/** Template values of an email. */
export const mailParamsShape = storedShape('mails.params', [z.record(z.string(), z.string())]);

const sizes = {
  cpu: z.number().nullable(),
  ram_mb: z.number().nullable(),
  disk_gb: z.number().nullable(),
  bandwidth_gb: z.number().nullable(),
};
export const sizesShape = storedShape<'sizes', Sizes>('sizes', [z.object(sizes)]);

/** What paths of a protected host ask for, in the order in which they were entered. */
const pathRule = z.object({ path: z.string(), access: z.enum(pathAccesses), group_id: z.string().optional() });
export type StoredPathRule = z.output<typeof pathRule>;
export const pathRulesShape = storedShape('applications.path_rules', [z.array(pathRule)]);

const unreadableServer = z.object({
  position: z.int(),
  serviceid: z.string().nullable(),
  label: z.string().nullable(),
  field: z.string().nullable(),
  value: z.string().nullable(),
});
export type StoredUnreadableServer = z.output<typeof unreadableServer>;
export const unreadableServersShape = storedShape('provider_settings.unreadable_servers', [z.array(unreadableServer)]);

const plan = keptObject({
  rid: z.int(),
  ram: z.number().optional(),
  cpu: z.number().optional(),
  disk: z.number().optional(),
  bandwidth: z.number().optional(),
  name: z.string(),
  sizes: keptObject(sizes),
  billingcycle: z.enum(billingCycles),
  price: amount,
  current_price: amount.nullable(),
  monthly: amount,
  delta_monthly: amount.nullable(),
  delta_yearly: amount.nullable(),
  now_estimate: amount.nullable(),
  now_terms: z
    .object({
      difference: amount,
      days_left: z.int(),
      days: z.int(),
      added: amount.nullable(),
      is_set: z.boolean().default(false),
    })
    .nullable()
    .default(null),
  reboot: z.enum(['likely', 'possible']),
});
export type StoredPlan = z.output<typeof plan>;
export const planShape = storedShape('upgrade_runs.plan', [plan]);

const order = z.object({
  id: z.int(),
  orderid: z.int().nullable(),
  invoiceid: z.int().nullable(),
  /** YYYY-MM-DD. */
  duedate: z.string().nullable(),
  total: amount.nullable(),
  /** ISO 4217. */
  currency: z.string().nullable(),
});
export type StoredOrder = z.output<typeof order>;
export const orderShape = storedShape('upgrade_runs.provider_order', [order]);

const problem = z.object({
  reason: z.enum([...providerErrorReasonNames, ...pollProblems]),
  message: z.string().nullable(),
  /** RFC 3339. */
  at: z.string(),
});
export type RunProblem = z.output<typeof problem>;
export const problemShape = storedShape('upgrade_runs.problem', [problem]);

/** The keys of reminders. */
export const remindedShape = storedShape('upgrade_runs.reminded', [words]);

const applyWindow = keptObject({
  from: z.string(),
  until: z.string(),
  time_zone: z.string(),
  /** When the provider was last asked to apply the order in a window, by the system clock. */
  tried_at: z.number().nullable(),
  /** What owners were told of, and the start of the window that it was in: each is told once per window. */
  told: words,
});
export type ApplyWindow = z.output<typeof applyWindow>;
export const applyWindowShape = storedShape('upgrade_runs.apply_window', [applyWindow]);

export const changeProgressShape = storedShape<'upgrade_runs.change_progress', ChangeProgress>(
  'upgrade_runs.change_progress',
  [
    keptObject({
      from: z.number(),
      after: z.string().nullable(),
      sent: z.object({ step: z.enum(changeSteps), at: z.number() }).nullable(),
      changed: z.boolean(),
      tries: z.number(),
      refused: z.string().nullable(),
      task: z.string().nullable().default(null),
    }),
  ],
);

/** `left_out`: the provider refused to start it, as it does if its invoice isn't paid. */
const queueItem = keptObject({ run_id: z.string(), version: z.number(), left_out: z.boolean().default(false) });
export type QueueItem = z.output<typeof queueItem>;
export const queueItemsShape = storedShape('upgrade_queues.items', [z.array(queueItem)]);

const queueProblem = z.object({
  run_id: z.string(),
  code: z.string(),
  reason: z.string().nullable(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  message: z.string(),
  /** RFC 3339. */
  at: z.string(),
});
export type QueueProblem = z.output<typeof queueProblem>;
export const queueProblemShape = storedShape('upgrade_queues.problem', [queueProblem]);
