import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type AccessKind, accessKinds } from '#shared/rules/access-kinds.ts';
import type { Role, WorkspaceRole } from '#shared/rules/roles.ts';
import type { Flag } from '../../database/columns.ts';
import type { Queries } from '../../database/schema.ts';
import { contains } from '../../database/sql.ts';
import { tablesOf } from '../../database/tables.ts';
import type { UserTable } from '../../database/user-table.ts';
import { byNumber, byText, type Listed, listPage, type Ordering, type Page } from '../paging.ts';
import { countOf, toInteger } from '../sql.ts';

export interface AccessFilter {
  tenantId: string;
  /** What the name or address of whoever has access contains. */
  q?: string | undefined;
  kind?: AccessKind | undefined;
}

/** Something that a member or service account has. */
export interface AccessRow {
  holder_id: string;
  holder_name: string;
  /** Null for a service account. */
  email: string | null;
  status: UserTable['status'];
  /** Whether they are a guest: what custom roles their groups have gives them nothing. */
  guest: Flag;
  /** Its place in {@link accessKinds}. */
  kind: number;
  /** In the organization or, for a workspace, in that. Null for other kinds. */
  role: Role | WorkspaceRole | null;
  workspace_id: string | null;
  workspace_slug: string | null;
  workspace_name: string | null;
  /** The group that they are in, or by which they have it. */
  group_id: string | null;
  group_name: string | null;
  custom_role_id: string | null;
  custom_role_name: string | null;
  /** Null if an earlier version gave it. */
  since: number | null;
  given_by: string | null;
  giver_name: string | null;
}

interface Access {
  holder_id: string;
  holder_name: string;
  name_key: string;
  email: string | null;
  status: UserTable['status'];
  guest: Flag;
  kind: number;
  role: Role | WorkspaceRole | null;
  workspace_id: string | null;
  group_id: string | null;
  custom_role_id: string | null;
  since: number | null;
  given_by: string | null;
}

type Branch = RawBuilder<Access>;

const kindNumber = (kind: AccessKind) => sql.lit(accessKinds.indexOf(kind));

/** Whether a member of the query around it has something of a kind, besides their role. */
const hasAny: Record<Exclude<AccessKind, 'role'>, RawBuilder<SqlBool>> = {
  workspace: sql`(exists (select 1 from workspace_members where user_id = users.id) or exists (
    select 1 from group_members join group_workspaces on group_workspaces.group_id = group_members.group_id
    where user_id = users.id))`,
  group: sql`exists (select 1 from group_members where user_id = users.id)`,
  custom_role: sql`(exists (select 1 from custom_role_members where user_id = users.id) or exists (
    select 1 from group_members join custom_role_groups on custom_role_groups.group_id = group_members.group_id
    where user_id = users.id and users.guest = 0))`,
};

const members = (db: Queries, { tenantId, q, kind }: AccessFilter) => {
  let query = tablesOf(db).selectFrom('users').where('tenant_id', '=', tenantId).where('status', '!=', 'removed');
  if (kind !== undefined && kind !== 'role') query = query.where(hasAny[kind]);
  return q ? query.where(({ ref }) => contains(ref('search_text'), q)) : query;
};

type Members = ReturnType<typeof members>;

/**
 * The members that a page can show: each of them has something, so no page needs more than it has rows, but for the one that the
 * page before ended with, and one that tells whether another page follows. What they have is only read of these.
 */
const membersOn = (db: Queries, filter: AccessFilter, { after, limit, offset }: Page): Members => {
  const [nameKey, id] = after?.keys ?? [];
  const query = members(db, filter);
  const rest = after
    ? query.where(sql<SqlBool>`(users.name_key >= ${nameKey} and (users.name_key > ${nameKey} or users.id >= ${id}))`)
    : query;
  return rest
    .orderBy('name_key')
    .orderBy('id')
    .limit(offset + limit + 2);
};

/** Something that takes two grants: complete with the later one, and given by whoever gave that. */
const later = (one: readonly [at: string, by: string], other: readonly [at: string, by: string]) => {
  const [[oneAt, oneBy], [otherAt, otherBy]] = [one.map((name) => sql.ref(name)), other.map((name) => sql.ref(name))];
  const isOne = sql`${oneAt} > ${otherAt}`;
  return sql`case when ${isOne} then ${oneAt} else ${otherAt} end as since,
    case when ${isOne} then ${oneBy} else ${otherBy} end as given_by`;
};

const joining = ['group_members.added_at', 'group_members.added_by'] as const;
const none = sql`cast(null as text)`;

/** All that some members have, by kind. */
const ofMembers = (holders: Members): Record<AccessKind, Branch[]> => {
  const people = holders.select(['id', 'name', 'name_key', 'email', 'status', 'role', 'guest']);
  const holder = sql`holders.id as holder_id, holders.name as holder_name, holders.name_key, holders.email,
    holders.status, holders.guest`;
  return {
    role: [
      sql`select ${holder}, ${kindNumber('role')} as kind, holders.role, ${none} as workspace_id, ${none} as group_id,
        ${none} as custom_role_id, given_roles.given_at as since, given_roles.given_by
        from ${people} as holders left join given_roles on given_roles.user_id = holders.id`,
    ],
    workspace: [
      sql`select ${holder}, ${kindNumber('workspace')} as kind, own.role, own.workspace_id, ${none} as group_id,
        ${none} as custom_role_id, own.granted_at as since, own.granted_by as given_by
        from ${people} as holders join workspace_members as own on own.user_id = holders.id`,
      sql`select ${holder}, ${kindNumber('workspace')} as kind, held.role, held.workspace_id, held.group_id,
        ${none} as custom_role_id, ${later(joining, ['held.granted_at', 'held.granted_by'])}
        from ${people} as holders join group_members on group_members.user_id = holders.id
        join group_workspaces as held on held.group_id = group_members.group_id`,
    ],
    group: [
      sql`select ${holder}, ${kindNumber('group')} as kind, ${none} as role, ${none} as workspace_id,
        group_members.group_id, ${none} as custom_role_id, group_members.added_at as since,
        group_members.added_by as given_by
        from ${people} as holders join group_members on group_members.user_id = holders.id`,
    ],
    custom_role: [
      sql`select ${holder}, ${kindNumber('custom_role')} as kind, ${none} as role, ${none} as workspace_id,
        ${none} as group_id, own.role_id as custom_role_id, own.granted_at as since, own.granted_by as given_by
        from ${people} as holders join custom_role_members as own on own.user_id = holders.id`,
      sql`select ${holder}, ${kindNumber('custom_role')} as kind, ${none} as role, ${none} as workspace_id,
        held.group_id, held.role_id as custom_role_id, ${later(joining, ['held.granted_at', 'held.granted_by'])}
        from ${people} as holders join group_members on group_members.user_id = holders.id
        join custom_role_groups as held on held.group_id = group_members.group_id
        where holders.guest = 0`,
    ],
  };
};

/** All that service accounts have, by kind. There are few, so that each page may look at all of them. */
const ofAccounts = (db: Queries, { tenantId, q }: AccessFilter): Record<AccessKind, Branch[]> => {
  const all = tablesOf(db).selectFrom('service_accounts').where('tenant_id', '=', tenantId).selectAll();
  const found = q ? all.where(({ ref }) => contains(ref('name_key'), q)) : all;
  const holder = sql`holders.id as holder_id, holders.name as holder_name, holders.name_key, ${none} as email,
    case when holders.disabled_at is null then 'active' else 'disabled' end as status, 0 as guest`;
  return {
    role: [
      sql`select ${holder}, ${kindNumber('role')} as kind, holders.role, ${none} as workspace_id, ${none} as group_id,
        ${none} as custom_role_id, holders.role_given_at as since, holders.role_given_by as given_by
        from ${found} as holders`,
    ],
    workspace: [],
    group: [],
    custom_role: [
      sql`select ${holder}, ${kindNumber('custom_role')} as kind, ${none} as role, ${none} as workspace_id,
        ${none} as group_id, held.role_id as custom_role_id, held.granted_at as since, held.granted_by as given_by
        from ${found} as holders join custom_role_accounts as held on held.account_id = holders.id`,
    ],
  };
};

const accessOf = (db: Queries, filter: AccessFilter, holders: Members) => {
  const { kind } = filter;
  const kinds = kind === undefined ? accessKinds : [kind];
  const [people, accounts] = [ofMembers(holders), ofAccounts(db, filter)];
  const branches = kinds.flatMap((each) => [...people[each], ...accounts[each]]);
  const all = sql<Access>`(${sql.join(branches, sql` union all `)})`.as<'access'>(sql.ref('access'));
  return tablesOf(db).selectFrom(all);
};

const targetName = sql<string>`coalesce(workspaces.name_key, custom_roles.name_key, "groups".name_key, '')`;
/** What tells things of one kind that someone has apart. */
const accessKey = sql<string>`coalesce(access.workspace_id, access.custom_role_id, '') || ' ' || coalesce(access.group_id, '')`;

type SortValues = Pick<Access, 'name_key' | 'holder_id' | 'kind'> & { target_name: string; access_key: string };

const ordering: Ordering<SortValues> = [
  byText('access', 'name_key'),
  byText('access', 'holder_id'),
  byNumber('access', 'kind'),
  { by: targetName, kind: 'text', of: ({ target_name }) => target_name },
  { by: accessKey, kind: 'text', of: ({ access_key }) => access_key },
];

/**
 * A page of who has what, since when and by whom: by name, and what they have in the order of {@link accessKinds}.
 * @throws ForeignPageEnd
 */
export const listAccess = async (db: Queries, filter: AccessFilter, page: Page): Promise<Listed<AccessRow>> => {
  const found = accessOf(db, filter, membersOn(db, filter, page))
    .leftJoin('workspaces', 'workspaces.id', 'access.workspace_id')
    .leftJoin('groups', 'groups.id', 'access.group_id')
    .leftJoin('custom_roles', 'custom_roles.id', 'access.custom_role_id')
    .leftJoin('users as giver', 'giver.id', 'access.given_by')
    .selectAll('access')
    .select([
      'workspaces.slug as workspace_slug',
      'workspaces.name as workspace_name',
      'groups.name as group_name',
      'custom_roles.name as custom_role_name',
      'giver.name as giver_name',
    ])
    .select([targetName.as('target_name'), accessKey.as('access_key')]);
  const { rows, end } = await listPage(found, ordering, page);
  return {
    rows: rows.map((row) => ({
      ...row,
      kind: toInteger(row.kind),
      since: row.since === null ? null : toInteger(row.since),
    })),
    end,
  };
};

/** How much access there is. */
export const countAccess = (db: Queries, filter: AccessFilter): Promise<number> =>
  countOf(accessOf(db, filter, members(db, filter)));
