import type { Role } from '#shared/roles.ts';
import type { UserTable } from '../../database/identity-schema.ts';
import type { Queries } from '../../database/schema.ts';
import { contains, rowsAsJson } from '../../database/sql.ts';
import { countOf } from '../sql.ts';

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

const matching = (db: Queries, { tenantId, q, role, status }: MemberFilter) => {
  let query = db.selectFrom('users').where('tenant_id', '=', tenantId);
  query = status === undefined ? query.where('status', '!=', 'removed') : query.where('status', '=', status);
  if (role !== undefined) query = query.where('role', '=', role);
  return q ? query.where(({ ref }) => contains(ref('search_text'), q)) : query;
};

const columns = ['id', 'name', 'email', 'role', 'status', 'last_login_at'] as const;
const asJson = rowsAsJson(columns).as('text');

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
  let ordered = matching(db, filter).select(columns).orderBy(sortColumns[page.sort], page.order);
  if (page.sort === 'role') ordered = ordered.orderBy('name_key', page.order);
  const rows = ordered.orderBy('id', page.order).limit(page.limit).offset(page.offset);
  const { text } = await db.selectFrom(rows.as('page')).select(asJson).executeTakeFirstOrThrow();
  // The query above made this text, in this order.
  return (JSON.parse(text) as MemberFields[]).map(([id, name, email, role, status, last_login_at]) => ({
    id,
    name,
    email,
    role,
    status,
    last_login_at,
  }));
};

export const countMembers = (db: Queries, filter: MemberFilter): Promise<number> => countOf(matching(db, filter));
