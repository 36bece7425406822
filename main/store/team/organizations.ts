import type { Queries } from '../../database/schema.ts';
import { toInteger } from '../sql.ts';

/** A tenant as whoever operates the server sees it. */
export interface OrganizationRow {
  id: string;
  name: string;
  created_at: number;
  delete_at: number | null;
  members: number;
  owners: string | null;
  is_sample: boolean;
}

/** A page of tenants by ID, after the one with the given ID. Counts people who are not removed. */
export const listOrganizations = async (db: Queries, after: string, limit: number): Promise<OrganizationRow[]> => {
  const rows = await db
    .selectFrom('tenants')
    .leftJoin('sample_tenants', 'sample_tenants.tenant_id', 'tenants.id')
    .select(({ selectFrom, fn }) => [
      'tenants.id',
      'tenants.name',
      'tenants.created_at',
      'tenants.delete_at',
      'sample_tenants.tenant_id as sample_id',
      selectFrom('users')
        .whereRef('users.tenant_id', '=', 'tenants.id')
        .where('users.status', '!=', 'removed')
        .select(fn.countAll().as('count'))
        .as('members'),
      selectFrom('users')
        .whereRef('users.tenant_id', '=', 'tenants.id')
        .where('users.status', '=', 'active')
        .where('users.role', '=', 'owner')
        .select(({ fn: own }) => own.agg<string | null>('group_concat', ['users.email']).as('emails'))
        .as('owners'),
    ])
    .where('tenants.id', '>', after)
    .orderBy('tenants.id')
    .limit(limit)
    .execute();
  return rows.map(({ sample_id, members, ...row }) => ({
    ...row,
    members: toInteger(members ?? 0),
    is_sample: sample_id !== null,
  }));
};
