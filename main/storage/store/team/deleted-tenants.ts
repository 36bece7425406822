import type { Selectable } from 'kysely';
import type { DeletedTenantTable } from '../../database/installation-schema.ts';
import type { Queries } from '../../database/schema.ts';
import { tablesOf } from '../../database/tables.ts';

type DeletedTenantRow = Selectable<DeletedTenantTable>;

/** Does nothing if it was noted before, by a deletion that was interrupted. */
export const insertDeletedTenant = (db: Queries, row: DeletedTenantRow) =>
  tablesOf(db)
    .insertInto('deleted_tenants')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();

export const findDeletedTenant = (db: Queries, tenantId: string): Promise<DeletedTenantRow | undefined> =>
  tablesOf(db).selectFrom('deleted_tenants').selectAll().where('tenant_id', '=', tenantId).executeTakeFirst();

/** Notes of deleted tenants after an ID, in order. */
export const deletedTenantsAfter = (db: Queries, tenantId: string, limit: number): Promise<DeletedTenantRow[]> =>
  tablesOf(db)
    .selectFrom('deleted_tenants')
    .selectAll()
    .where('tenant_id', '>', tenantId)
    .orderBy('tenant_id')
    .limit(limit)
    .execute();

export const resealDeletedTenant = (db: Queries, tenantId: string, seal: string) =>
  tablesOf(db).updateTable('deleted_tenants').set({ seal }).where('tenant_id', '=', tenantId).execute();
