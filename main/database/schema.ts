import type { Kysely, Transaction } from 'kysely';
import type { AuditAction, AuditTargetKind } from '#shared/audit.ts';
import type { EndReason } from '#shared/errors.ts';
import type { MailProblem } from '#shared/mail-outcomes.ts';
import type { Role } from '#shared/roles.ts';
import type { Flag, Instant } from './columns.ts';
import type {
  CostChangeTable,
  CostLineTable,
  CostMonthTable,
  HostingInvoiceTable,
  ProviderSettingsTable,
  SmtpIpAddressTable,
  UpgradeRunTable,
  VpsInstanceTable,
} from './hosting-schema.ts';
import type { DeletedTenantTable, InstallationTable } from './installation-schema.ts';
import type {
  InvitationTable,
  InvitationWorkspaceTable,
  TenantTable,
  WorkspaceMemberTable,
  WorkspaceTable,
} from './team-schema.ts';

export interface UserTable {
  id: string;
  tenant_id: string;
  email: string;
  name: string;
  /** Lower-cased name, for sorting. */
  name_key: string;
  /** Lower-cased name and address: what `q` searches. */
  search_text: string;
  role: Role;
  status: 'active' | 'disabled' | 'pending_deletion' | 'removed';
  password_hash: string;
  email_verified: Flag;
  pending_email: string | null;
  /** JSON, see shared/preferences.ts. */
  preferences: string;
  created_at: Instant;
  last_login_at: Instant;
  delete_at: Instant | null;
}

/** Every address that an account had before its present one. */
export interface FormerEmailTable {
  user_id: string;
  email: string;
}

/** What requests with an Idempotency-Key were answered. */
export interface IdempotencyKeyTable {
  /** A hash of the caller and the key. */
  id: string;
  user_id: string | null;
  /** A hash of the request, encrypted, because it may be a hash of a password. */
  sealed_request: string;
  /** Null until it is answered, and if the service was stopped before. */
  sealed_answer: string | null;
  used_at: Instant;
}

export interface SessionTable {
  id: string;
  user_id: string;
  device: string;
  ip_address: string;
  created_at: Instant;
  last_active_at: Instant;
  expires_at: Instant;
  refresh_generation: number;
  refresh_hash: string;
  refresh_parent_hash: string | null;
  refresh_rotated_at: Instant | null;
  ended_at: Instant | null;
  end_reason: EndReason | null;
}

/** What a one-time token can be used for. */
export type TokenPurpose =
  | 'verify_email'
  | 'change_email'
  | 'cancel_email_change'
  | 'reset_password'
  | 'invitation'
  | 'restore_account'
  | 'second_factor';

export interface OneTimeTokenTable {
  id: string;
  purpose: TokenPurpose;
  secret_hash: string;
  user_id: string | null;
  invitation_id: string | null;
  /** The email address that the token verifies. */
  email: string;
  /** The address to restore if the change of address is undone. */
  previous_email: string | null;
  created_at: Instant;
  expires_at: Instant;
  used_at: Instant | null;
  voided_at: Instant | null;
  /** Set once anyone but the mailbox's owner has seen the link: it no longer verifies the address. */
  disclosed_at: Instant | null;
}

/** To whom a link was shown other than its mailbox. */
export interface TokenDisclosureTable {
  token_id: string;
  user_id: string;
  /** Empty for an API key. */
  session_id: string;
}

export type MailKind =
  | 'verification'
  | 'password_reset'
  | 'invitation'
  | 'email_changed'
  | 'password_changed'
  | 'second_factor_on'
  | 'second_factor_off'
  | 'second_factor_reset'
  | 'api_key_created'
  | 'upgrade_reminder';

export interface MailTable {
  id: string;
  tenant_id: string;
  /** The recipient's account. */
  user_id: string | null;
  /** Whoever's action caused the email, if it names them. */
  sender_id: string | null;
  token_id: string | null;
  kind: MailKind;
  recipient: string;
  subject: string;
  /** Lower-cased address and subject: what `q` searches. */
  search_text: string;
  /** JSON of the template parameters, except the link. */
  params: string;
  /** The link's secret, encrypted with the outbox key. Null once sent, or if there is no link. */
  sealed_secret: string | null;
  status: 'queued' | 'sent' | 'failed' | 'abandoned';
  attempts: number;
  next_attempt_at: Instant;
  last_error: MailProblem | null;
  created_at: Instant;
  sent_at: Instant | null;
}

/** Requests whose response must not depend on the address. They are processed after the response. */
export interface MailRequestTable {
  id: string;
  kind: 'verification' | 'password_reset';
  email: string;
  /** The requester's address. Null for requests from before the audit log. */
  ip_address: string | null;
  created_at: Instant;
}

/** Keyed by a hash of the address, so that unknown addresses are treated alike. */
export interface SignInFailureTable {
  email_hash: string;
  failures: number;
  retry_at: Instant;
  updated_at: Instant;
}

/**
 * Append-only. Personal data is erased with its account; digests keep the chain intact, see security/audit-chain.ts.
 */
export interface AuditEventTable {
  tenant_id: string;
  /** 1, 2, 3 … in each tenant. */
  sequence: number;
  at: Instant;
  /** A user's ID, or `system` or `unknown`. */
  actor_id: string;
  actor_name: string | null;
  ip_address: string | null;
  /** Lower-cased name and address: what `q` searches. */
  actor_text: string;
  actor_digest: string;
  /** The deleted account for which name and address were erased. */
  actor_erased_for: string | null;
  action: AuditAction;
  target_kind: AuditTargetKind;
  target_id: string;
  target_label: string | null;
  /** JSON, see AuditDetails. */
  details: string | null;
  /** Lower-cased label: what `q` searches. */
  target_text: string;
  target_digest: string;
  target_erased_for: string | null;
  previous_hash: string;
  hash: string;
}

/** The last row of each tenant's log, sealed. A truncated log doesn't match it. */
export interface AuditHeadTable {
  tenant_id: string;
  sequence: number;
  hash: string;
  seal: string;
}

/** An account's TOTP secret, shared with an authenticator app (RFC 6238). */
export interface SecondFactorTable {
  user_id: string;
  /** Encrypted under its own key. */
  sealed_secret: string;
  /** The time step of the last accepted code. Codes from this step or earlier are rejected. */
  last_step: number;
  created_at: Instant;
  /** Null until the first code confirms it. Until then sign-in doesn't ask for a code. */
  confirmed_at: Instant | null;
}

/** Hashes of the unused codes. */
export interface RecoveryCodeTable {
  user_id: string;
  code_hash: string;
}

export interface ApiKeyTable {
  id: string;
  user_id: string;
  name: string;
  /** The start of the key, to tell keys apart. */
  prefix: string;
  secret_hash: string;
  /** JSON, a list of permissions. */
  scopes: string;
  created_at: Instant;
  expires_at: Instant | null;
  last_used_at: Instant | null;
}

/** The mail server set in the console. At most one row. */
export interface MailServerTable {
  id: 1;
  host: string;
  port: number;
  /** `starttls` and `tls` never fall back to plain text. */
  security: 'starttls' | 'tls' | 'none';
  username: string | null;
  /** Encrypted under its own key. */
  sealed_password: string | null;
  sender_name: string;
  sender_address: string;
  updated_at: Instant;
}

/** Set while no email is sent, until an owner of the admin tenant releases it. At most one row. */
export interface MailHoldTable {
  id: 1;
  reason: 'restored' | 'operator';
  held_at: Instant;
}

/** Tenants that hold sample data. */
export interface SampleTenantTable {
  tenant_id: string;
}

export interface Schema {
  tenants: TenantTable;
  users: UserTable;
  former_emails: FormerEmailTable;
  sessions: SessionTable;
  one_time_tokens: OneTimeTokenTable;
  token_disclosures: TokenDisclosureTable;
  invitations: InvitationTable;
  invitation_workspaces: InvitationWorkspaceTable;
  workspaces: WorkspaceTable;
  workspace_members: WorkspaceMemberTable;
  mails: MailTable;
  idempotency_keys: IdempotencyKeyTable;
  mail_requests: MailRequestTable;
  sign_in_failures: SignInFailureTable;
  second_factors: SecondFactorTable;
  recovery_codes: RecoveryCodeTable;
  api_keys: ApiKeyTable;
  audit_events: AuditEventTable;
  audit_heads: AuditHeadTable;
  deleted_tenants: DeletedTenantTable;
  installation: InstallationTable;
  provider_settings: ProviderSettingsTable;
  vps_instances: VpsInstanceTable;
  smtp_ip_addresses: SmtpIpAddressTable;
  upgrade_runs: UpgradeRunTable;
  hosting_invoices: HostingInvoiceTable;
  cost_changes: CostChangeTable;
  cost_months: CostMonthTable;
  cost_lines: CostLineTable;
  mail_server: MailServerTable;
  mail_hold: MailHoldTable;
  sample_tenants: SampleTenantTable;
}

/** What store functions accept: the reader, the writer or a transaction. */
export type Queries = Kysely<Schema>;

/** An open transaction. Nothing else may write inside it. */
export type WriteTransaction = Transaction<Schema>;
