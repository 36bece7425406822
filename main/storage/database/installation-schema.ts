import type { Instant } from './columns.ts';
import type { SealedText } from './sealed-text.ts';

/** Which keys this database belongs to. One row, written by the first start. */
export interface InstallationTable {
  id: 1;
  installation_id: string;
  /** A keyed hash of the ID. */
  fingerprint: string;
  /** What every instance asks of the first account. Null on the embedded database, and once that account exists. */
  sealed_setup_token: SealedText<'installation.sealed_setup_token'> | null;
}

/** Tenants that the service deleted: their audit logs are gone for a reason. */
export interface DeletedTenantTable {
  tenant_id: string;
  deleted_at: Instant;
  /** A keyed hash, so that the database alone is not enough to add a row. */
  seal: string;
}

/** Who operates this installation. DECISION 0215. */
export interface OperatorTable {
  user_id: string;
  granted_at: Instant;
  /** Null if the installation was set up with the account, if a command added it, or if the granter is deleted. */
  granted_by: string | null;
}

/** How often an address did what is limited. Only instances on one server share these counts. */
export interface ThrottleCountTable {
  /** The limit, and the address or network that it counts for. */
  subject: string;
  count: number;
  ends_at: Instant;
}

/** Which versions may use this database. One row, written by migrations. */
export interface SchemaSupportTable {
  id: 1;
  /** The migration that a version must know. */
  oldest_migration: string;
}

/** A new key on its way to every instance. At most one row. */
export interface PublishedKeyTable {
  id: 1;
  key_id: string;
  /** An entry of `keys.json`, sealed with the key before it. */
  sealed_key: SealedText<'published_keys.sealed_key'>;
  published_at: Instant;
}

/** Tenants that hold sample data. */
export interface SampleTenantTable {
  tenant_id: string;
}
