import type { WorkspaceRole } from '#shared/rules/roles.ts';
import type { Instant } from './columns.ts';

/** A named set of members (DECISION 0300). */
export interface GroupTable {
  id: string;
  tenant_id: string;
  name: string;
  /** For sorting, and what `q` searches. No two groups of a tenant get the same: each transaction of a tenant waits for the others. */
  name_key: string;
  description: string;
  created_at: Instant;
  /** Null if the account is deleted. */
  created_by: string | null;
}

export interface GroupMemberTable {
  group_id: string;
  user_id: string;
  added_at: Instant;
  /** Null if the account is deleted, or if it isn't a person. */
  added_by: string | null;
}

/** The role that the members of a group have in a workspace. */
export interface GroupWorkspaceTable {
  group_id: string;
  workspace_id: string;
  role: WorkspaceRole;
  granted_at: Instant;
  /** Null if the account is deleted, or if it isn't a person. */
  granted_by: string | null;
}
