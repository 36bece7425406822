import { hour, minute, second } from './limits.ts';

/** Words and constants of the hosting provider (seed 001) that the service and the console share. */

/** Billing cycles, shortest first; `hourly` only where the provider enables it (seed 001 §2). */
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

/** DECISION: other values than the default `ssd` are not shown in seed 001. */
export const driveTypes = ['ssd', 'hdd'] as const;
export type DriveType = (typeof driveTypes)[number];

/** `sandbox`: the built-in emulator, without an account. `live`: the provider itself. Their data never mix. */
export const providerModes = ['sandbox', 'live'] as const;
export type ProviderMode = (typeof providerModes)[number];

export const defaultBaseUrl = 'https://clients.hostwinds.com/cloud/api.php';

/** The platform's cost model (seed 001 §1), per month. */
export const defaultCosts = { server: '9.99', ipAddress: '4.99' } as const;
/** What 9.99 buys: an unmanaged Linux VPS (seed 001 §1). */
export const defaultPlan = { cpu: 1, ram_mb: 2_048, disk_gb: 50, bandwidth_gb: 2_048 } as const;

/** Where a server's cost comes from. */
export const costSources = ['default', 'price_list', 'manual'] as const;
export type CostSource = (typeof costSources)[number];

/** What a server or a plan has. Null where the provider's text is not understood. */
export interface Sizes {
  cpu: number | null;
  ram_mb: number | null;
  disk_gb: number | null;
  /** Per month. */
  bandwidth_gb: number | null;
}
export const sizeNames = ['cpu', 'ram_mb', 'disk_gb', 'bandwidth_gb'] as const satisfies readonly (keyof Sizes)[];

/** Components that custom plans let one choose (seed 001 §4). */
export const components = ['ram', 'cpu', 'disk', 'bandwidth'] as const;
export type Component = (typeof components)[number];

/** The provider's own words for a server that waits for confirm or revert, and for one that runs. */
export const instanceStatuses = { resized: 'RESIZED', active: 'ACTIVE' } as const;

/** Times of an upgrade run, in milliseconds. DECISION: none is shown in seed 001. */
export const runTimesMs = {
  /** A call whose answer did not come may still arrive at the provider: until then "nothing there" proves nothing. */
  settle: 2 * minute,
  /** The default is applied this long after the upgrade began: before the provider confirms by itself (24 h). */
  decide: 23 * hour,
  /** How often open runs are looked at; up to so much more, drawn anew each time. */
  poll: 15 * second,
  pollJitter: 15 * second,
  /** An upgrade that takes longer than this asks for somebody's attention. */
  slow: 1 * hour,
} as const;

/** Most invoices in one import, and its length in characters. */
export const invoiceImport = { maxRows: 1_000, maxLength: 500_000 } as const;

/** `YYYY-MM`, in UTC. */
export const monthPattern = /^\d{4}-(0[1-9]|1[0-2])$/;

/** How an upgrade can end once the server waits in RESIZED. */
export const decisions = ['confirm', 'revert'] as const;
export type Decision = (typeof decisions)[number];

export const invoiceOrigins = ['entered', 'imported'] as const;
export type InvoiceOrigin = (typeof invoiceOrigins)[number];

/** What costs something; `other` gathers invoices that name neither server nor address. */
export const costSubjects = ['server', 'ip_address', 'other'] as const;
export type CostSubject = (typeof costSubjects)[number];

/** Why an invoice differs from the estimate of a month; `none` where it does not. */
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
 * The address of the provider's interface: https, or http to this machine itself. Neither credentials nor a query: both
 * would be stored in the open.
 */
export const baseUrlPattern =
  /^(https:\/\/[^\s/?#@\\]+|http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?)(\/[^\s?#@\\]*)?$/i;
