import { sql } from 'kysely';
import type { Role } from '#shared/roles.ts';
import type { Queries, UserTable } from '../database/schema.ts';

export interface MemberFilter {
  tenantId: string;
  q?: string | undefined;
  role?: Role | undefined;
  status?: UserTable['status'] | undefined;
}

export interface MemberOrder {
  sort: 'name' | 'email' | 'role' | 'last_login';
  order: 'asc' | 'desc';
  limit: number;
  offset: number;
}

export type MemberRow = Pick<UserTable, 'id' | 'name' | 'email' | 'role' | 'status' | 'last_login_at'>;

const sortColumns = { name: 'name_key', email: 'email', role: 'role', last_login: 'last_login_at' } as const;

const matching = (db: Queries, { tenantId, q, role, status }: MemberFilter) =>
  db
    .selectFrom('users')
    .where('tenant_id', '=', tenantId)
    .$if(status === undefined, (query) => query.where('status', '!=', 'removed'))
    .$if(status !== undefined, (query) => query.where('status', '=', status as UserTable['status']))
    .$if(role !== undefined, (query) => query.where('role', '=', role as Role))
    .$if(q !== undefined && q !== '', (query) =>
      query.where(sql<boolean>`instr(search_text, ${(q as string).toLowerCase()}) > 0`),
    );

type MemberFields = [
  MemberRow['id'],
  MemberRow['name'],
  MemberRow['email'],
  MemberRow['role'],
  MemberRow['status'],
  MemberRow['last_login_at'],
];

/**
 * A page of members. Ties are broken by id, so that pages never overlap. Reads the page as a single JSON text: the
 * driver builds rows property by property, which takes longer than the query itself.
 */
export const listMembers = async (db: Queries, filter: MemberFilter, page: MemberOrder): Promise<MemberRow[]> => {
  const rows = matching(db, filter)
    .select(['id', 'name', 'email', 'role', 'status', 'last_login_at'])
    .orderBy(sortColumns[page.sort], page.order)
    .$if(page.sort === 'role', (query) => query.orderBy('name_key', page.order))
    .orderBy('id', page.order)
    .limit(page.limit)
    .offset(page.offset);
  const { text } = await db
    .selectFrom(rows.as('page'))
    .select(sql<string>`json_group_array(json_array(id, name, email, role, status, last_login_at))`.as('text'))
    .executeTakeFirstOrThrow();
  return (JSON.parse(text) as MemberFields[]).map(([id, name, email, role, status, last_login_at]) => ({
    id,
    name,
    email,
    role,
    status,
    last_login_at,
  }));
};

export const countMembers = async (db: Queries, filter: MemberFilter): Promise<number> => {
  const { count } = await matching(db, filter)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
};
