import type { Queries } from '../../database/schema.ts';
import { joinedTexts } from '../../database/sql.ts';
import { countOf, toInteger } from '../sql.ts';

/** A tenant as the operator of the server sees it. */
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
        .select(joinedTexts('users.email').as('emails'))
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

/** How many rows belong to a tenant. */
export interface OrganizationContents {
  /** Including removed people, whose data is still there. */
  accounts: number;
  workspaces: number;
  invitations: number;
  emails: number;
  api_keys: number;
  servers: number;
  audit_entries: number;
}

/** Counts what is deleted with a tenant. */
export const countContents = async (db: Queries, id: string): Promise<OrganizationContents> => ({
  accounts: await countOf(db.selectFrom('users').where('tenant_id', '=', id)),
  workspaces: await countOf(db.selectFrom('workspaces').where('tenant_id', '=', id)),
  invitations: await countOf(db.selectFrom('invitations').where('tenant_id', '=', id)),
  emails: await countOf(db.selectFrom('mails').where('tenant_id', '=', id)),
  api_keys: await countOf(
    db.selectFrom('api_keys').innerJoin('users', 'users.id', 'api_keys.user_id').where('users.tenant_id', '=', id),
  ),
  servers: await countOf(db.selectFrom('vps_instances').where('tenant_id', '=', id)),
  audit_entries: await countOf(db.selectFrom('audit_events').where('tenant_id', '=', id)),
});
