import { type Selectable, sql } from 'kysely';
import type { Role } from '#shared/rules/roles.ts';
import type { Queries } from '../../database/schema.ts';
import { contains, rowsAsJson } from '../../database/sql.ts';
import { tablesOf } from '../../database/tables.ts';
import type { UserTable } from '../../database/user-table.ts';
import {
  behind,
  byNumber,
  byText,
  endAt,
  inOrder,
  type Listed,
  type Ordering,
  type Page,
  type PageEnd,
} from '../paging.ts';
import { countOf } from '../sql.ts';

export interface MemberFilter {
  tenantId: string;
  q?: string | undefined;
  role?: Role | undefined;
  status?: UserTable['status'] | undefined;
  /** The members that match `q`, if an index could tell. */
  found?: readonly string[] | undefined;
}

export interface MemberPage extends Page {
  sort: 'name' | 'email' | 'role' | 'last_login';
  order: 'asc' | 'desc';
}

export type MemberRow = Pick<
  Selectable<UserTable>,
  'id' | 'name' | 'email' | 'role' | 'guest' | 'status' | 'last_login_at'
>;

type SortValues = Pick<UserTable, 'id' | 'name_key' | 'email' | 'role' | 'last_login_at'>;

const byName = byText('users', 'name_key');
const sortedBy: Record<MemberPage['sort'], Ordering<SortValues>> = {
  name: [byName],
  email: [byText('users', 'email')],
  role: [byText('users', 'role'), byName],
  last_login: [byNumber('users', 'last_login_at')],
};

/** Ties are broken by id, so that pages never overlap. */
const orderingOf = ({ sort, order }: Pick<MemberPage, 'sort' | 'order'>): Ordering<SortValues> =>
  [...sortedBy[sort], byText('users', 'id')].map((sorted) => ({ ...sorted, order }));

const matching = (db: Queries, { tenantId, q, role, status, found }: MemberFilter) => {
  // Without the index of a list, whose order would suggest to read all of it, the members that were found are read by ID.
  const tenant = found ? sql<string>`${sql.ref('tenant_id')} || ''` : sql.ref<string>('tenant_id');
  let query = tablesOf(db).selectFrom('users').where(tenant, '=', tenantId);
  query = status === undefined ? query.where('status', '!=', 'removed') : query.where('status', '=', status);
  if (role !== undefined) query = query.where('role', '=', role);
  if (found) query = query.where('id', 'in', found);
  return q ? query.where(({ ref }) => contains(ref('search_text'), q)) : query;
};

const columns = ['id', 'name', 'email', 'role', 'guest', 'status', 'last_login_at'] as const;
const asJson = rowsAsJson(columns).as('text');

type MemberFields = [
  MemberRow['id'],
  MemberRow['name'],
  MemberRow['email'],
  MemberRow['role'],
  MemberRow['guest'],
  MemberRow['status'],
  MemberRow['last_login_at'],
];

const opposite = { asc: 'desc', desc: 'asc' } as const;

/** Rows that are skipped in about a millisecond. */
const nearBeginning = 10_000;

/** The same page, counted from the end of the list if that is nearer. */
const fromNearerEnd = (page: MemberPage, total: number | undefined): MemberPage & { reversed: boolean } => {
  const { order, limit, offset } = page;
  if (total === undefined || offset < Math.max(nearBeginning, total / 2)) return { ...page, reversed: false };
  const size = Math.max(0, Math.min(limit, total - offset));
  return { ...page, order: opposite[order], limit: size, offset: total - offset - size, reversed: true };
};

/** Whether a page is so deep that {@link listMembers} is faster if it knows how many match. */
export const isDeep = ({ offset, after }: MemberPage): boolean => after === undefined && offset >= nearBeginning;

/** Where a member stands in the list. The name by which they are sorted isn't shown, so that pages don't carry it. */
const endAfter = async (db: Queries, page: MemberPage, id: string | undefined): Promise<PageEnd | undefined> => {
  if (id === undefined) return undefined;
  const row = await tablesOf(db)
    .selectFrom('users')
    .select(['id', 'name_key', 'email', 'role', 'last_login_at'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row && endAt(orderingOf(page), row);
};

/**
 * A page of members. Reads it as a single JSON text: the driver builds rows property by property, which takes longer than
 * the query itself.
 * @param total how many match, if known
 * @throws ForeignPageEnd
 */
export const listMembers = async (
  db: Queries,
  filter: MemberFilter,
  asked: MemberPage,
  total?: number,
): Promise<Listed<MemberRow>> => {
  // One more tells whether another page follows.
  const { reversed, ...page } = fromNearerEnd({ ...asked, limit: asked.limit + 1 }, total);
  const ordering = orderingOf(page);
  const found = behind(matching(db, filter).select(columns), ordering, page.after);
  const rows = inOrder(found, ordering).limit(page.limit).offset(Math.max(0, page.offset));
  const { text } = await tablesOf(db).selectFrom(rows.as('page')).select(asJson).executeTakeFirstOrThrow();
  // The query above made this text, in this order.
  const members = (JSON.parse(text) as MemberFields[]).map(
    ([id, name, email, role, guest, status, last_login_at]): MemberRow => ({
      ...{ id, name, email, role, guest, status, last_login_at },
    }),
  );
  if (reversed) members.reverse();
  if (members.length <= asked.limit) return { rows: members };
  members.length = asked.limit;
  return { rows: members, end: await endAfter(db, asked, members.at(-1)?.id) };
};

export const countMembers = (db: Queries, filter: MemberFilter): Promise<number> => countOf(matching(db, filter));
