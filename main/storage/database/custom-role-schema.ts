import type { Instant } from './columns.ts';

/** A named set of permissions (DECISION 0307). */
export interface CustomRoleTable {
  id: string;
  tenant_id: string;
  name: string;
  /** For sorting, and what `q` searches. No two custom roles of a tenant get the same: each transaction of a tenant waits for the others. */
  name_key: string;
  description: string;
  /** Separated by spaces. */
  permissions: string;
  created_at: Instant;
  /** Null if the account is deleted. */
  created_by: string | null;
}

interface HeldRoleTable {
  role_id: string;
  granted_at: Instant;
  /** Null if the account is deleted. */
  granted_by: string | null;
}

export interface CustomRoleMemberTable extends HeldRoleTable {
  user_id: string;
}

export interface CustomRoleGroupTable extends HeldRoleTable {
  group_id: string;
}

export interface CustomRoleAccountTable extends HeldRoleTable {
  account_id: string;
}
