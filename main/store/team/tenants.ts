import type { Selectable } from 'kysely';
import type { Queries, TenantTable } from '../../database/schema.ts';

export type TenantRow = Selectable<TenantTable>;

export const insertTenant = (db: Queries, row: TenantRow) => db.insertInto('tenants').values(row).execute();

export const findTenant = (db: Queries, id: string): Promise<TenantRow> =>
  db.selectFrom('tenants').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** Schedules a tenant's deletion, or cancels it with null. */
export const scheduleTenantDeletion = (db: Queries, id: string, deleteAt: number | null) =>
  db.updateTable('tenants').set({ delete_at: deleteAt }).where('id', '=', id).execute();

/** Deletes tenants past their grace period with all their data. Returns their ids. */
export const deleteDueTenants = async (db: Queries, now: number): Promise<string[]> => {
  const rows = await db.deleteFrom('tenants').where('delete_at', '<=', now).returning('id').execute();
  return rows.map(({ id }) => id);
};

export const listTenantIds = async (db: Queries): Promise<string[]> =>
  (await db.selectFrom('tenants').select('id').orderBy('id').execute()).map(({ id }) => id);

/** The oldest tenant; a sample tenant only if there is no other. */
export const findFirstTenant = (db: Queries): Promise<TenantRow | undefined> =>
  db
    .selectFrom('tenants')
    .leftJoin('sample_tenants', 'sample_tenants.tenant_id', 'tenants.id')
    .selectAll('tenants')
    .orderBy('sample_tenants.tenant_id', (order) => order.asc().nullsFirst())
    .orderBy('tenants.created_at')
    .orderBy('tenants.id')
    .limit(1)
    .executeTakeFirst();
