import type { ServiceRole } from '#shared/rules/permissions.ts';
import type { ServiceKeyKind } from '#shared/rules/service-key-kinds.ts';
import type { Flag, Instant } from './columns.ts';

/** A caller of an organization that isn't a person (DECISION 0317). */
export interface ServiceAccountTable {
  id: string;
  tenant_id: string;
  name: string;
  /** For sorting, and what `q` searches. */
  name_key: string;
  description: string;
  role: ServiceRole;
  role_given_at: Instant;
  /** Null if the account is deleted. */
  role_given_by: string | null;
  /** Separated by spaces. */
  scopes: string;
  /** Whether it sees all workspaces that its role sees, and not only those listed for it, even if none of them is left. */
  all_workspaces: Flag;
  /** Addresses and networks separated by spaces; empty for anywhere. */
  addresses: string;
  disabled_at: Instant | null;
  created_at: Instant;
  /** Null if the account is deleted. */
  created_by: string | null;
}

export interface ServiceAccountWorkspaceTable {
  account_id: string;
  workspace_id: string;
}

export interface ServiceAccountKeyTable {
  id: string;
  account_id: string;
  /** Whether it is sent itself, or exchanged for access tokens (DECISION 0341). */
  kind: ServiceKeyKind;
  name: string;
  /** The start of the key, to tell keys apart. */
  prefix: string;
  secret_hash: string;
  created_at: Instant;
  /** Null if the account is deleted. */
  created_by: string | null;
  expires_at: Instant | null;
  last_used_at: Instant | null;
}
