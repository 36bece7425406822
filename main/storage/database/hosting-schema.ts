import type { ApprovalKind } from '#shared/flows/approval.ts';
import type {
  BillingCycle,
  CostCause,
  CostSource,
  CostSubject,
  Decision,
  DriveType,
  InvoiceOrigin,
  ProviderMode,
} from '#shared/flows/hosting.ts';
import type { ProviderName } from '#shared/flows/hosting-providers.ts';
import type { RunEvent, RunKind, RunState } from '#shared/flows/upgrade-flow.ts';
import type { HealthCheck, QueueAction, QueueState } from '#shared/flows/upgrade-queue.ts';
import type { StoredJson } from '../../platform/stored-shape.ts';
import type { Flag, Instant } from './columns.ts';
import type { SealedText } from './sealed-text.ts';

/** Sandbox data and live data never mix: every row names its mode. */
interface OfMode {
  tenant_id: string;
  mode: ProviderMode;
}

/** The emulated account of a tenant, where instances share it. */
export interface SandboxAccountTable {
  tenant_id: string;
  /** Empty if it was never used. */
  state: StoredJson<'sandbox_accounts.state'> | '';
}

/** When any instance may send a tenant's next request to the provider. */
export interface ProviderTurnTable {
  tenant_id: string;
  next_start: Instant;
}

export interface ProviderSettingsTable {
  tenant_id: string;
  mode: ProviderMode;
  /** Of the live account. The sandbox emulates the default one. */
  provider: ProviderName;
  base_url: string;
  /** Encrypted under its own key. */
  sealed_key: SealedText<'provider_settings.sealed_key'> | null;
  key_last4: string | null;
  allow_private_addresses: Flag;
  /** Incremented on every change: each client is cached for one version. */
  version: number;
  updated_at: Instant;
  /** When the servers of this mode were last synced. */
  synced_at: Instant | null;
  /** Those that the last sync could not read. Null if there are none. */
  unreadable_servers: StoredJson<'provider_settings.unreadable_servers'> | null;
  /** ISO 4217, as an owner set it. Null to take what the provider tells. */
  currency: string | null;
  /** ISO 4217, as the provider last told it. */
  told_currency: string | null;
  /** Cents per month, as an owner set it. Null for none. */
  monthly_budget: number | null;
  /** Cents. What costs more needs the agreement of a second owner. Null for none. */
  approval_limit: number | null;
  /** Hundredths of a percent, as an owner set it. Zero if prices include it, null to take what the last invoice had on top. */
  tax_rate: number | null;
}

/** What an owner asks another one to agree to (DECISION 0286). */
export interface ApprovalTable extends OfMode {
  id: string;
  kind: ApprovalKind;
  /** Empty if it is about no server. */
  service_id: string;
  /** The run, the billing cycle, the service level, or the limit in cents; empty for no limit. */
  wanted: string;
  /** Cents. Null if no one knows it. */
  amount: number | null;
  requested_by: string;
  requested_at: Instant;
  approved_by: string | null;
  approved_at: Instant | null;
}

/** Costs are cents of one month (seed 001 §1). */
export interface ServerTable extends OfMode {
  /** The provider's ID, as text. */
  service_id: string;
  provider_label: string;
  own_label: string | null;
  /** Each between two commas, in the order of their names, such as `,mail,prod,`. Empty if there are none. */
  tags: string;
  /** Lower-cased labels, address, product and tags: what `q` searches. */
  search_text: string;
  status: string;
  is_suspended: Flag;
  is_locked: Flag;
  product_name: string | null;
  sizes: StoredJson<'sizes'>;
  main_ip: string | null;
  billing_cycle: BillingCycle | null;
  managed: Flag | null;
  drive_type: DriveType | null;
  approximate_cost: number;
  /** What the cost was read for, see pricedBy. */
  priced_for: string | null;
  cost_source: CostSource;
  cost_updated_at: Instant;
  seen_at: Instant;
  gone_at: Instant | null;
}

export interface SmtpIpAddressTable extends OfMode {
  id: string;
  address: string;
  label: string;
  service_id: string | null;
  /** Lower-cased address and label: what `q` searches. */
  search_text: string;
  approximate_cost: number;
  created_at: Instant;
  /** A removed address stays, for the months in which it had a cost. */
  removed_at: Instant | null;
  /** Whether the provider listed it for a server. One that was typed in never becomes unlisted. */
  is_imported: Flag;
  /** Since when the provider no longer lists it, so that it isn't counted. Null if it does. */
  unlisted_at: Instant | null;
}

/** A run of the flow in shared/flows/upgrade-flow.ts. */
export interface UpgradeRunTable extends OfMode {
  id: string;
  provider: ProviderName;
  service_id: string;
  kind: RunKind;
  state: RunState;
  /** Incremented on every change: each update is conditional on the version that it was based on. */
  version: number;
  seen_version: number | null;
  before_sizes: StoredJson<'sizes'>;
  plan: StoredJson<'upgrade_runs.plan'> | null;
  wanted: string | null;
  provider_order: StoredJson<'upgrade_runs.provider_order'> | null;
  /** The invoice known to be paid. Only the sandbox reports it. */
  paid_invoice: number | null;
  /** Null unless a change without an order is under way. */
  change_progress: StoredJson<'upgrade_runs.change_progress'> | null;
  /** The keys of the reminders that owners got, see remindersOf. Null if none. */
  reminded: StoredJson<'upgrade_runs.reminded'> | null;
  order_missing: Flag;
  /** When we decided to make the call whose effect is not confirmed yet, by the steady clock. */
  intended_at: Instant | null;
  /** Whether the provider reported success for that call. */
  accepted: Flag;
  applied_at: Instant | null;
  /** When the service applies the order on its own. Null if it doesn't. */
  apply_window: StoredJson<'upgrade_runs.apply_window'> | null;
  default_decision: Decision;
  /** Whether someone chose it. As long as no one has, nothing is decided by itself. */
  default_chosen: Flag;
  decide_at: Instant | null;
  cost_before: number;
  cost_after: number | null;
  /** What an owner has agreed to pay now, in cents. Null until there is an estimate or an invoice. */
  agreed_total: number | null;
  problem: StoredJson<'upgrade_runs.problem'> | null;
  /** An event that one observation suggests, and when it first did, by the steady clock. */
  suspicion: RunEvent | null;
  suspected_at: Instant | null;
  /** Whether an owner reported that there is no order while the provider's answer wasn't clear. */
  no_order_reported: Flag;
  started_by: string | null;
  started_at: Instant;
  changed_at: Instant;
  checked_at: Instant | null;
  ended_at: Instant | null;
}

/** Runs of which one step is taken after the other, see shared/flows/upgrade-queue.ts. */
export interface UpgradeQueueTable extends OfMode {
  id: string;
  state: QueueState;
  /** Incremented on every change, as with runs. */
  version: number;
  /** What is done for each of them. */
  action: QueueAction;
  /** What a server has to pass before it is confirmed. Null for nothing. */
  health_check: HealthCheck | null;
  health_port: number | null;
  /** Of a check by HTTP, such as `/status`. */
  health_path: string | null;
  /** In their order. */
  items: StoredJson<'upgrade_queues.items'>;
  /** Whether the owner agreed to exceed the budget. */
  accept_over_budget: Flag;
  /** Null unless it has stopped. */
  problem: StoredJson<'upgrade_queues.problem'> | null;
  /** Whose permission the orders need. */
  started_by: string | null;
  started_at: Instant;
  ended_at: Instant | null;
}

export interface HostingInvoiceTable extends OfMode {
  id: string;
  number: string;
  /** YYYY-MM-DD. */
  issued_on: string;
  total: number;
  billing_cycle: BillingCycle;
  service_id: string | null;
  ip_id: string | null;
  note: string;
  /** The run whose order it is for. */
  run_id: string | null;
  /** Lower-cased number and note: what `q` searches. */
  search_text: string;
  origin: Exclude<InvoiceOrigin, 'upgrade'>;
  created_at: Instant;
}

/** Append-only, so that every month can be recomputed from past costs. */
export interface CostChangeTable extends OfMode {
  subject: Exclude<CostSubject, 'other'>;
  subject_id: string;
  at: Instant;
  /** Null once it no longer costs anything. */
  approximate_cost: number | null;
}

/** A past month, as it was reconciled. */
export interface CostMonthTable extends OfMode {
  /** YYYY-MM. */
  month: string;
  estimated: number;
  invoiced: number;
  reconciled_at: Instant;
}

export interface CostLineTable extends OfMode {
  month: string;
  subject: CostSubject;
  /** Empty for `other`. */
  subject_id: string;
  label: string;
  estimated: number;
  invoiced: number;
  cause: CostCause;
}
