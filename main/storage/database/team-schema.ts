import type { Generated } from 'kysely';
import type { DefaultRole } from '#shared/rules/policies.ts';
import type { Role, WorkspaceRole } from '#shared/rules/roles.ts';
import type { StoredJson } from '../../platform/stored-shape.ts';
import type { Flag, Instant } from './columns.ts';

/** What the owners of a tenant decided, see shared/rules/policies.ts. */
export interface PolicyColumns {
  session_idle_minutes: Generated<number>;
  /** Null if sessions may last as long as they are refreshed. */
  session_max_hours: Generated<number | null>;
  invitation_days: Generated<number>;
  default_role: Generated<DefaultRole>;
  /** Host names. */
  email_domains: Generated<StoredJson<'tenants.email_domains'>>;
  /** Since when two-factor authentication is required; null if it isn't. */
  second_factor_required_at: Generated<Instant | null>;
  second_factor_grace_days: Generated<number>;
  password_min_length: Generated<number>;
  refuses_common_passwords: Generated<Flag>;
  /** Whether invitations wait until their sender's address is proved. */
  invitations_need_verified_email: Generated<Flag>;
  verified_email_required: Generated<Flag>;
  /** 0 if no device may be trusted. */
  trusted_device_days: Generated<number>;
  email_sign_in: Generated<Flag>;
  /** Whether sensitive changes ask everyone for a recent confirmation, not only people with two-factor authentication. */
  confirms_sensitive_changes: Generated<Flag>;
  mail_retention_days: Generated<number>;
  /** Null if the audit log is kept as long as the tenant. */
  audit_retention_days: Generated<number | null>;
}

export interface TenantTable extends PolicyColumns {
  id: string;
  name: string;
  /** What lists sort and search by. Null if version 0.1.0 stored the row. */
  name_key: Generated<string | null>;
  created_at: Instant;
  /** An image as a data URL. */
  logo: Generated<string | null>;
  /** `#146a5d`. Null for the color of Castellan. */
  accent: Generated<string | null>;
  /** The end of the address of its own sign-in page. Null if it has none. */
  sign_in_slug: Generated<string | null>;
  /** What its invitation emails say. Null for the usual text. */
  invitation_text: Generated<string | null>;
  /** An IANA time zone. Null if no one has set one. */
  time_zone: Generated<string | null>;
  /** Set while the last member's deletion, or the operator's, waits out its grace period. */
  delete_at: Generated<Instant | null>;
  /** Whether the operator has blocked everyone until it is deleted (DECISION 0131). Only the operator reopens it. */
  closed: Generated<Flag>;
}

export interface InvitationTable {
  id: string;
  tenant_id: string;
  email: string;
  role: Role;
  /** Whether whoever accepts it becomes a guest (DECISION 0324). */
  guest: Generated<Flag>;
  /** In each of its workspaces. */
  workspace_role: Generated<WorkspaceRole>;
  status: 'pending' | 'accepted' | 'revoked' | 'expired';
  invited_by: string;
  /** The account that accepted it. */
  accepted_by: string | null;
  /** The session that sent it. Null for an API key, and for invitations from before it was recorded. */
  session_id: Generated<string | null>;
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
  /** Lower-cased name: for sorting, and what `q` searches. */
  name_key: string;
  description: Generated<string>;
  health_score: number;
  owner_id: string;
  created_at: Instant;
  /** Null if the account is deleted, or if an earlier version created the workspace and the audit log no longer tells. */
  created_by: string | null;
}

export interface WorkspaceMemberTable {
  workspace_id: string;
  user_id: string;
  role: WorkspaceRole;
  /** Null if the account is deleted, or if an earlier version granted the role. */
  granted_by: string | null;
  granted_at: Instant | null;
}

/** Each health score that someone gave a workspace. */
export interface WorkspaceHealthTable {
  workspace_id: string;
  /** Counts from 1 in each workspace. */
  sequence: number;
  at: Instant;
  score: number;
  /** Null if the account is deleted. */
  set_by: string | null;
}
