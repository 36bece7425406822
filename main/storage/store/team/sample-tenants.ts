import type { Queries } from '../../database/schema.ts';
import { tablesOf } from '../../database/tables.ts';
import { changedOne, toInteger } from '../sql.ts';

/** Marks a tenant as sample data. */
export const markSample = (db: Queries, tenantId: string) =>
  tablesOf(db).insertInto('sample_tenants').values({ tenant_id: tenantId }).execute();

export const isSample = async (db: Queries, tenantId: string): Promise<boolean> =>
  (await tablesOf(db)
    .selectFrom('sample_tenants')
    .select('tenant_id')
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst()) !== undefined;

/** Deletes a tenant with all its data if it is sample data. */
export const deleteSampleTenant = (db: Queries, tenantId: string): Promise<boolean> =>
  changedOne(
    tablesOf(db)
      .deleteFrom('tenants')
      .where('id', '=', tenantId)
      .where('id', 'in', (query) => query.selectFrom('sample_tenants').select('tenant_id')),
  );

/** Counts real and sample tenants. */
export const countTenants = async (db: Queries): Promise<{ real: number; sample: number }> => {
  const { total, sample } = await tablesOf(db)
    .selectFrom('tenants')
    .leftJoin('sample_tenants', 'sample_tenants.tenant_id', 'tenants.id')
    .select(({ fn }) => [fn.count('tenants.id').as('total'), fn.count('sample_tenants.tenant_id').as('sample')])
    .executeTakeFirstOrThrow();
  return { real: toInteger(total) - toInteger(sample), sample: toInteger(sample) };
};

export const listSampleTenantIds = async (db: Queries): Promise<string[]> =>
  (await tablesOf(db).selectFrom('sample_tenants').select('tenant_id').execute()).map(({ tenant_id }) => tenant_id);
