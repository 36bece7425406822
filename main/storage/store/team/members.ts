import { sql } from 'kysely';
import type { Role } from '#shared/rules/roles.ts';
import type { Queries } from '../../database/schema.ts';
import { contains, rowsAsJson } from '../../database/sql.ts';
import { tablesOf } from '../../database/tables.ts';
import type { UserTable } from '../../database/user-table.ts';
import { countOf } from '../sql.ts';

export interface MemberFilter {
  tenantId: string;
  q?: string | undefined;
  role?: Role | undefined;
  status?: UserTable['status'] | undefined;
  /** The members that match `q`, if an index could tell. */
  found?: readonly string[] | undefined;
}

export interface MemberOrder {
  sort: 'name' | 'email' | 'role' | 'last_login';
  order: 'asc' | 'desc';
  limit: number;
  offset: number;
}

export type MemberRow = Pick<UserTable, 'id' | 'name' | 'email' | 'role' | 'status' | 'last_login_at'>;

const sortColumns = { name: 'name_key', email: 'email', role: 'role', last_login: 'last_login_at' } as const;

const matching = (db: Queries, { tenantId, q, role, status, found }: MemberFilter) => {
  // Without the index of a list, whose order would suggest to read all of it, the members that were found are read by ID.
  const tenant = found ? sql<string>`${sql.ref('tenant_id')} || ''` : sql.ref<string>('tenant_id');
  let query = tablesOf(db).selectFrom('users').where(tenant, '=', tenantId);
  query = status === undefined ? query.where('status', '!=', 'removed') : query.where('status', '=', status);
  if (role !== undefined) query = query.where('role', '=', role);
  if (found) query = query.where('id', 'in', found);
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

const opposite = { asc: 'desc', desc: 'asc' } as const;

/** Rows that are skipped in about a millisecond. */
const nearBeginning = 10_000;

/** The same page, counted from the end of the list if that is nearer. */
const fromNearerEnd = (page: MemberOrder, total: number | undefined): MemberOrder & { reversed: boolean } => {
  const { order, limit, offset } = page;
  if (total === undefined || offset < Math.max(nearBeginning, total / 2)) return { ...page, reversed: false };
  const size = Math.max(0, Math.min(limit, total - offset));
  return { ...page, order: opposite[order], limit: size, offset: total - offset - size, reversed: true };
};

/** Whether a page is so deep that {@link listMembers} is faster if it knows how many match. */
export const isDeep = ({ offset }: MemberOrder): boolean => offset >= nearBeginning;

/**
 * A page of members. Ties are broken by id, so that pages never overlap. Reads the page as a single JSON text: the
 * driver builds rows property by property, which takes longer than the query itself.
 * @param total how many match, if known
 */
export const listMembers = async (
  db: Queries,
  filter: MemberFilter,
  asked: MemberOrder,
  total?: number,
): Promise<MemberRow[]> => {
  const { reversed, ...page } = fromNearerEnd(asked, total);
  let ordered = matching(db, filter).select(columns).orderBy(sortColumns[page.sort], page.order);
  if (page.sort === 'role') ordered = ordered.orderBy('name_key', page.order);
  const rows = ordered.orderBy('id', page.order).limit(page.limit).offset(Math.max(0, page.offset));
  const { text } = await tablesOf(db).selectFrom(rows.as('page')).select(asJson).executeTakeFirstOrThrow();
  // The query above made this text, in this order.
  const found = JSON.parse(text) as MemberFields[];
  if (reversed) found.reverse();
  return found.map(([id, name, email, role, status, last_login_at]) => ({
    id,
    name,
    email,
    role,
    status,
    last_login_at,
  }));
};

export const countMembers = (db: Queries, filter: MemberFilter): Promise<number> => countOf(matching(db, filter));
