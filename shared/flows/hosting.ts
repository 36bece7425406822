import { hour, minute, second } from '../rules/limits.ts';

/** Hosting provider terms and constants (seed 001) shared by the service and the console. */

/** Billing cycles, shortest first; `hourly` only if the provider enables it (seed 001 §2). */
export const billingCycles = [
  'hourly',
  'monthly',
  'quarterly',
  'semiannually',
  'annually',
  'biennially',
  'triennially',
] as const;
export type BillingCycle = (typeof billingCycles)[number];

/** DECISION 0037: seed 001 shows no value other than the default `ssd`. */
export const driveTypes = ['ssd', 'hdd'] as const;
export type DriveType = (typeof driveTypes)[number];

/** `sandbox`: the built-in emulator, no account needed. `live`: the real provider. Their data never mix. */
export const providerModes = ['sandbox', 'live'] as const;
export type ProviderMode = (typeof providerModes)[number];

/** DECISION 0114: the currency of an account whose provider tells none, unless an owner sets it. */
export const defaultCurrency = 'USD';

export const defaultBaseUrl = 'https://clients.hostwinds.com/cloud/api.php';

/** The platform's cost model (seed 001 §1), per month. */
export const defaultCosts = { server: '9.99', ipAddress: '4.99' } as const;

/** Where a server's cost comes from. */
export const costSources = ['default', 'price_list', 'manual'] as const;
export type CostSource = (typeof costSources)[number];

/** Sizes of a server or a plan. Null if the provider's text could not be parsed. */
export interface Sizes {
  cpu: number | null;
  ram_mb: number | null;
  disk_gb: number | null;
  /** Per month. */
  bandwidth_gb: number | null;
}
export const sizeNames = ['cpu', 'ram_mb', 'disk_gb', 'bandwidth_gb'] as const satisfies readonly (keyof Sizes)[];

/**
 * Whether two numbers mean the same size. Sources differ in units: one says 2000 GB of bandwidth where another says 2
 * TB. Processors are counted.
 */
export const isSameSize = (name: keyof Sizes, one: number | null, other: number | null): boolean => {
  if (one === null || other === null) return one === other;
  return name === 'cpu' ? one === other : Math.abs(one - other) <= 0.05 * Math.max(one, other);
};

/** What a list of servers can be narrowed to. `attention`: someone has to do something about it. */
export const serverViews = ['attention', 'running', 'upgrading', 'other', 'gone'] as const;
export type ServerView = (typeof serverViews)[number];

/** Components that custom plans let users choose (seed 001 §4). */
export const components = ['ram', 'cpu', 'disk', 'bandwidth'] as const;
export type Component = (typeof components)[number];

/** Status names for a server that waits for confirm or revert, that is running, and that is off. */
export const serverStatuses = { resized: 'RESIZED', active: 'ACTIVE', off: 'OFF' } as const;

/** Timings of an upgrade run, in milliseconds. DECISION 0032: seed 001 shows none. */
export const runTimesMs = {
  /** A call without a response may still reach the provider. Until this has passed, "nothing there" proves nothing. */
  settle: 2 * minute,
  /** Two observations prove the end of a run only if they are at least this far apart: one alone may be stale. */
  agree: 30 * second,
  /** Apply the default this long after the upgrade began. Seed 001 shows no deadline; 24 hours are likely. */
  decide: 23 * hour,
  /** Polling interval of open runs, plus a new random jitter of up to `pollJitter` each time. */
  poll: 15 * second,
  pollJitter: 15 * second,
  /** DECISION 0275: of changes without an order, while the server may be off. */
  pollChange: 3 * second,
  /** Of an invoice that waits to be paid: the provider doesn't tell, but may show another order. */
  pollInvoice: 2 * minute,
  /** Of a server that waits for a decision. */
  pollDecision: 1 * minute,
  /** DECISION 0082: for this long, a round begins polls of one organization's runs. The next round goes on there. */
  round: 30 * second,
  /** After this, a change that went on behind its request has ended, or its process has. */
  goingOn: 10 * minute,
  /** An upgrade that takes longer than this needs someone's attention. */
  slow: 1 * hour,
} as const;

/** Upgrades that start at a planned time, in milliseconds. DECISION 0200. */
export const applyWindowMs = {
  /** Open runs are polled more often than this, so no window passes between two polls. */
  shortest: 30 * minute,
  /** After a refusal. */
  retry: 15 * minute,
} as const;

/** Maximum number of invoices in one import, and its maximum size in UTF-8. */
export const invoiceImport = { maxRows: 1_000, maxBytes: 500_000 } as const;

/** `YYYY-MM`, in UTC. */
export const monthPattern = /^\d{4}-(0[1-9]|1[0-2])$/;

/** Possible outcomes for an upgrade while the server waits in RESIZED. */
export const decisions = ['confirm', 'revert'] as const;
export type Decision = (typeof decisions)[number];

/** `upgrade`: the invoice of an upgrade that was ordered or adopted here. */
export const invoiceOrigins = ['entered', 'imported', 'upgrade'] as const;
export type InvoiceOrigin = (typeof invoiceOrigins)[number];

/** Cost categories; `other` collects invoices that name neither a server nor an address. */
export const costSubjects = ['server', 'ip_address', 'other'] as const;
export type CostSubject = (typeof costSubjects)[number];

/** Why an invoice differs from the month's estimate; `none` if it does not. */
export const costCauses = [
  'none',
  'no_invoice',
  'not_assigned',
  'began_in_month',
  'ended_in_month',
  'changed_in_month',
  'price_differs',
] as const;
export type CostCause = (typeof costCauses)[number];

/**
 * Base URL of the provider's API: https, or http to this machine only. No credentials and no query, because both would
 * be stored in plain text.
 */
export const baseUrlPattern =
  /^(https:\/\/[^\s/?#@\\]+|http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?)(\/[^\s?#@\\]*)?$/i;
