import type { Kysely, Transaction } from 'kysely';
import type { EndReason } from '#shared/errors.ts';
import type { Role, WorkspaceRole } from '#shared/roles.ts';

/** Instants are integers, milliseconds since the epoch. Booleans are 0 or 1. */
type Instant = number;
type Flag = 0 | 1;

export interface TenantTable {
  id: string;
  name: string;
  created_at: Instant;
  /** Set while the last member's deletion waits out its grace period. */
  delete_at: Instant | null;
}

export interface UserTable {
  id: string;
  tenant_id: string;
  email: string;
  name: string;
  /** Lower-cased name: the order of lists. */
  name_key: string;
  /** Lower-cased name and address: what `q` looks in. */
  search_text: string;
  role: Role;
  status: 'active' | 'pending_deletion' | 'removed';
  password_hash: string;
  email_verified: Flag;
  pending_email: string | null;
  /** JSON, see shared/preferences.ts. */
  preferences: string;
  created_at: Instant;
  last_login_at: Instant;
  delete_at: Instant | null;
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

/** What a link's secret is good for. */
export type LinkPurpose =
  | 'verify_email'
  | 'change_email'
  | 'cancel_email_change'
  | 'reset_password'
  | 'invitation'
  | 'restore_account';

export interface LinkTable {
  id: string;
  purpose: LinkPurpose;
  secret_hash: string;
  user_id: string | null;
  invitation_id: string | null;
  /** The address that the link vouches for. */
  email: string;
  /** What a change of address would take the account back to. */
  previous_email: string | null;
  created_at: Instant;
  expires_at: Instant;
  used_at: Instant | null;
  voided_at: Instant | null;
  /** Set once somebody but the mailbox's owner has seen the link: it no longer proves the mailbox. */
  disclosed_at: Instant | null;
}

export interface InvitationTable {
  id: string;
  tenant_id: string;
  email: string;
  role: Role;
  status: 'pending' | 'accepted' | 'revoked' | 'expired';
  invited_by: string;
  created_at: Instant;
  expires_at: Instant;
}

export interface InvitationWorkspaceTable {
  invitation_id: string;
  workspace_id: string;
}

export interface WorkspaceTable {
  id: string;
  tenant_id: string;
  slug: string;
  name: string;
  /** Lower-cased name: the order of lists, and what `q` looks in. */
  name_key: string;
  health_score: number;
  owner_id: string;
  created_at: Instant;
}

export interface WorkspaceMemberTable {
  workspace_id: string;
  user_id: string;
  role: WorkspaceRole;
}

export type MailKind = 'verification' | 'password_reset' | 'invitation' | 'email_changed' | 'password_changed';

export interface MailTable {
  id: string;
  tenant_id: string;
  user_id: string | null;
  link_id: string | null;
  kind: MailKind;
  recipient: string;
  subject: string;
  /** Lower-cased address and subject: what `q` looks in. */
  search_text: string;
  /** JSON of what the template needs beside the link. */
  params: string;
  /** The link's secret under the outbox key; null once it is sent, or where there is no link. */
  sealed_secret: string | null;
  status: 'queued' | 'sent' | 'failed' | 'abandoned';
  attempts: number;
  next_attempt_at: Instant;
  last_error: string | null;
  created_at: Instant;
  sent_at: Instant | null;
}

/** Requests whose answer must not depend on the address; what follows is decided after the answer. */
export interface MailRequestTable {
  id: string;
  kind: 'verification' | 'password_reset';
  email: string;
  created_at: Instant;
}

/** Kept by a hash of the address, so that unknown addresses are treated alike. */
export interface SignInFailureTable {
  email_hash: string;
  failures: number;
  retry_at: Instant;
  updated_at: Instant;
}

export interface Schema {
  tenants: TenantTable;
  users: UserTable;
  sessions: SessionTable;
  links: LinkTable;
  invitations: InvitationTable;
  invitation_workspaces: InvitationWorkspaceTable;
  workspaces: WorkspaceTable;
  workspace_members: WorkspaceMemberTable;
  mails: MailTable;
  mail_requests: MailRequestTable;
  sign_in_failures: SignInFailureTable;
}

/** What store functions take: the reader, the writer, or a transaction. */
export type Queries = Kysely<Schema>;

/** An open transaction; inside of it nothing else may write. */
export type WriteTransaction = Transaction<Schema>;
