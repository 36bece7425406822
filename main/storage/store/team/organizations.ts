import { sql } from 'kysely';
import { day } from '#shared/rules/limits.ts';
import type { Queries } from '../../database/schema.ts';
import { contains, joinedTexts } from '../../database/sql.ts';
import { tablesOf } from '../../database/tables.ts';
import { byNumber, byText, type Listed, listPage, type Page, type SortedBy } from '../paging.ts';
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

/** An instance of version 0.1.0 that runs alongside stores no key. */
const nameKey = sql<string>`coalesce(${sql.ref('tenants.name_key')}, lower(${sql.ref('tenants.name')}))`;

const matching = (db: Queries, q: string | undefined) => {
  const query = tablesOf(db).selectFrom('tenants');
  return q ? query.where(contains(nameKey, q)) : query;
};

/** With the number of members, and who owns it. */
const described = (tenants: ReturnType<typeof matching>) =>
  tenants
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
    ]);

/** A page of tenants by ID, after the one with the given ID. Counts people who are not removed. */
export const listOrganizations = async (db: Queries, after: string, limit: number): Promise<OrganizationRow[]> => {
  const rows = await described(matching(db, undefined))
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
  service_account_keys: number;
  servers: number;
  audit_entries: number;
}

/** Counts what is deleted with a tenant. */
export const countContents = async (db: Queries, id: string): Promise<OrganizationContents> => ({
  accounts: await countOf(tablesOf(db).selectFrom('users').where('tenant_id', '=', id)),
  workspaces: await countOf(tablesOf(db).selectFrom('workspaces').where('tenant_id', '=', id)),
  invitations: await countOf(tablesOf(db).selectFrom('invitations').where('tenant_id', '=', id)),
  emails: await countOf(tablesOf(db).selectFrom('mails').where('tenant_id', '=', id)),
  api_keys: await countOf(
    tablesOf(db)
      .selectFrom('api_keys')
      .innerJoin('users', 'users.id', 'api_keys.user_id')
      .where('users.tenant_id', '=', id),
  ),
  service_account_keys: await countOf(
    tablesOf(db)
      .selectFrom('service_account_keys')
      .innerJoin('service_accounts', 'service_accounts.id', 'service_account_keys.account_id')
      .where('service_accounts.tenant_id', '=', id),
  ),
  servers: await countOf(tablesOf(db).selectFrom('vps_instances').where('tenant_id', '=', id)),
  audit_entries: await countOf(tablesOf(db).selectFrom('audit_events').where('tenant_id', '=', id)),
});

export const countOrganizations = (db: Queries, q: string | undefined): Promise<number> => countOf(matching(db, q));

/** What the list of organizations shows, and how it is sorted. */
export interface OrganizationPage extends Page {
  q?: string | undefined;
  sort: 'name' | 'members' | 'created_at' | 'last_active';
  order: 'asc' | 'desc';
}

/** A count that the database made, which drivers return as numbers, strings or bigints. */
const byCount = <Name extends string>(
  name: Name,
  order: 'asc' | 'desc',
): SortedBy<Readonly<Record<Name, unknown>>> => ({
  by: sql.ref(name),
  kind: 'number',
  order,
  of: (row) => row[name],
});

/** A page of tenants, with when someone was last active in an open session. */
export const pageOfOrganizations = async (
  db: Queries,
  { q, sort, order, ...page }: OrganizationPage,
): Promise<Listed<OrganizationRow & { last_active_at: number | null }>> => {
  const sorted = {
    name: byText('organizations', 'name_key', order),
    members: byCount('members', order),
    created_at: byNumber('organizations', 'created_at', order),
    last_active: byCount('last_active', order),
  } as const;
  const query = tablesOf(db)
    .selectFrom(
      described(matching(db, q))
        .select(({ selectFrom, fn, eb }) => [
          nameKey.as('name_key'),
          fn
            .coalesce(
              selectFrom('sessions')
                .whereRef('sessions.tenant_id', '=', 'tenants.id')
                .where('sessions.ended_at', 'is', null)
                .select((sessions) => sessions.fn.max('sessions.last_active_at').as('at')),
              eb.lit(0),
            )
            .as('last_active'),
        ])
        .as('organizations'),
    )
    .selectAll();
  const { rows, end } = await listPage(query, [sorted[sort], byText('organizations', 'id')], page);
  const shown = rows.map(({ sample_id, members, last_active, name_key: _, ...row }) => {
    const at = toInteger(last_active);
    return { ...row, members: toInteger(members ?? 0), is_sample: sample_id !== null, last_active_at: at || null };
  });
  return { rows: shown, end };
};

/** How many organizations began on each day since an instant. Days are counted from the epoch, in UTC. */
export const countTenantsByDay = async (db: Queries, since: number): Promise<{ day: number; count: number }[]> => {
  const number = sql<number>`created_at / ${sql.lit(day)}`;
  const rows = await tablesOf(db)
    .selectFrom('tenants')
    .select(({ fn }) => [number.as('day'), fn.countAll().as('count')])
    .where('created_at', '>=', since)
    .groupBy(number)
    .execute();
  return rows.map((row) => ({ day: toInteger(row.day), count: toInteger(row.count) }));
};
