import type { Instant } from './columns.ts';

/** Which keys this database belongs to. One row, written by the first start. */
export interface InstallationTable {
  id: 1;
  installation_id: string;
  /** A keyed hash of the ID. */
  fingerprint: string;
}

/** Tenants that the service deleted: their audit logs are gone for a reason. */
export interface DeletedTenantTable {
  tenant_id: string;
  deleted_at: Instant;
  /** A keyed hash, so that the database alone is not enough to add a row. */
  seal: string;
}

/** Tenants that hold sample data. */
export interface SampleTenantTable {
  tenant_id: string;
}
