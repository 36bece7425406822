import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';

/** What a row is sorted by. */
export type SortKey = string | number;

/** Where a page ends: the order of its list, and the last row's values of what sorts it. */
export interface PageEnd {
  order: string;
  keys: readonly SortKey[];
}

/** A part of a list: `limit` rows, after `offset` rows, after the end of an earlier page if there is one. */
export interface Page {
  limit: number;
  offset: number;
  after?: PageEnd | undefined;
}

/** The rows of a page, and its end if more rows follow. */
export interface Listed<Row> {
  rows: Row[];
  end?: PageEnd | undefined;
}

/** One of the values that sort a list. It is never null: engines don't agree on where nulls go. */
export interface SortedBy<Row> {
  by: RawBuilder<unknown>;
  kind: 'text' | 'number';
  order?: 'asc' | 'desc' | undefined;
  of: (row: Row) => unknown;
}

/** How a list is sorted: by all of these, which together tell every two rows apart. */
export type Ordering<Row> = readonly SortedBy<Row>[];

/** An end that no page of this list can have. */
export class ForeignPageEnd extends Error {}

/** A text that both engines can store and compare. */
const isText = (key: SortKey | undefined): boolean =>
  typeof key === 'string' && key.isWellFormed() && !key.includes('\u0000');

/** Tells orders apart, without their names in the database. */
const nameOf = <Row>(ordering: Ordering<Row>): string =>
  ordering.map(({ kind, order = 'asc' }) => `${kind[0]}${order[0]}`).join('');

/**
 * The rows behind the end of a page. The first condition repeats what follows from the second one, since engines can search
 * an index for it.
 */
const isBehind = <Row>(ordering: Ordering<Row>, { order, keys }: PageEnd): RawBuilder<SqlBool> => {
  const fits =
    keys.length === ordering.length &&
    ordering.every(({ kind }, at) => {
      const key = keys[at];
      return kind === 'text' ? isText(key) : Number.isSafeInteger(key);
    });
  if (!fits || order !== nameOf(ordering)) throw new ForeignPageEnd();
  const behind = ordering.reduceRight<RawBuilder<SqlBool>>((rest, { by, order: direction }, at) => {
    const key = keys[at];
    const isPast = direction === 'desc' ? sql<SqlBool>`${by} < ${key}` : sql<SqlBool>`${by} > ${key}`;
    return sql<SqlBool>`(${isPast} or (${by} = ${key} and ${rest}))`;
  }, sql<SqlBool>`1 = 0`);
  const [first] = ordering;
  if (!first) return behind;
  const bound = first.order === 'desc' ? sql`<=` : sql`>=`;
  return sql<SqlBool>`(${first.by} ${bound} ${keys[0]} and ${behind})`;
};

/** Where a row stands in a list. */
export const endAt = <Row>(ordering: Ordering<Row>, row: Row): PageEnd => ({
  order: nameOf(ordering),
  // A driver may return whole numbers as texts.
  keys: ordering.map(({ kind, of }) => (kind === 'number' ? Number(of(row)) : String(of(row)))),
});

/** Sorts what a query finds. */
export const inOrder = <DB, Tables extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, Tables, Row>,
  ordering: Ordering<never>,
): SelectQueryBuilder<DB, Tables, Row> =>
  ordering.reduce((sorted, { by, order = 'asc' }) => sorted.orderBy(by, order), query);

/**
 * What a query finds behind the end of a page.
 * @throws ForeignPageEnd
 */
export const behind = <DB, Tables extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, Tables, Row>,
  ordering: Ordering<never>,
  end: PageEnd | undefined,
): SelectQueryBuilder<DB, Tables, Row> => (end ? query.where(isBehind(ordering, end)) : query);

/** The asked part of some rows, to which one more was read: it tells whether another page follows. */
export const cut = <Row>(rows: Row[], { limit }: Page, ordering: Ordering<Row>): Listed<Row> => {
  if (rows.length <= limit) return { rows };
  const kept = rows.slice(0, limit);
  const last = kept.at(-1);
  return { rows: kept, end: last && endAt(ordering, last) };
};

/**
 * Reads a page.
 * @throws ForeignPageEnd
 */
export const listPage = async <DB, Tables extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, Tables, Row>,
  ordering: Ordering<Row>,
  page: Page,
): Promise<Listed<Row>> => {
  const asked = inOrder(behind(query, ordering, page.after), ordering);
  const rows: Row[] = await asked
    .limit(page.limit + 1)
    .offset(page.offset)
    .execute();
  return cut(rows, page, ordering);
};

/** Sorted by a column of texts. The row has its value by the same name. */
export const byText = <Name extends string>(
  table: string,
  name: Name,
  order?: 'asc' | 'desc',
): SortedBy<Readonly<Record<Name, string>>> => ({
  by: sql.ref(`${table}.${name}`),
  kind: 'text',
  order,
  of: (row) => row[name],
});

/** Sorted by a column of whole numbers. The row has its value by the same name. */
export const byNumber = <Name extends string>(
  table: string,
  name: Name,
  order?: 'asc' | 'desc',
): SortedBy<Readonly<Record<Name, number>>> => ({
  by: sql.ref(`${table}.${name}`),
  kind: 'number',
  order,
  of: (row) => row[name],
});
