import { Kysely, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createChangeFeed } from '../database/change-feed.ts';
import { createMutex } from '../database/engines/sqlite/mutex.ts';
import { openSqlite3, type Sqlite3Connection } from '../database/engines/sqlite/sqlite3-connection.ts';
import { writerDialect } from '../database/engines/sqlite/sqlite3-dialect.ts';
import { contains, rowsAsJson } from '../database/sql.ts';
import { changedOne, changedRows, countOf, sumOf, toInteger } from './sql.ts';

interface Tables {
  items: { id: number; label: string; cost: number };
}

let connection: Sqlite3Connection;
let db: Kysely<Tables>;
beforeAll(async () => {
  connection = await openSqlite3(':memory:', 'create');
  const mutex = createMutex(1000, () => new Error('busy'));
  db = new Kysely<Tables>({ dialect: writerDialect(connection, mutex, createChangeFeed()) });
  await sql`create table items (id integer primary key, label text not null, cost integer not null)`.execute(db);
});
afterAll(() => connection.close());
beforeEach(async () => {
  await db.deleteFrom('items').execute();
  await db
    .insertInto('items')
    .values([
      { id: 1, label: 'ada 100%', cost: 5 },
      { id: 2, label: 'grace', cost: 7 },
    ])
    .execute();
});

describe('numbers that the database computes', () => {
  it('are counts and sums, whatever the driver makes of them', async () => {
    expect(await countOf(db.selectFrom('items'))).toBe(2);
    expect(await countOf(db.selectFrom('items').where('id', '=', 3))).toBe(0);
    const costs = db.selectFrom('items').select(({ fn }) => fn.sum('cost').as('sum'));
    expect(await sumOf(costs)).toBe(12);
    expect(await sumOf(costs.where('id', '=', 3))).toBe(0);
    expect([toInteger('42'), toInteger(42n), toInteger(-1)]).toEqual([42, 42, -1]);
  });

  it.each([2 ** 53, '9007199254740993', 9007199254740993n, 1.5, '', 'many', Number.NaN, null, undefined])(
    'are refused where they are not exact: %s',
    (value) => {
      expect(() => toInteger(value)).toThrow(RangeError);
    },
  );
});

describe('a conditional write', () => {
  it('tells whether it affected its row', async () => {
    const one = db.updateTable('items').set({ cost: 1 }).where('id', '=', 1);
    expect(await changedOne(one.where('cost', '=', 5))).toBe(true);
    expect(await changedOne(one.where('cost', '=', 5))).toBe(false);
    const again = db.insertInto('items').values({ id: 1, label: 'again', cost: 1 });
    expect(await changedOne(again.onConflict((conflict) => conflict.doNothing()))).toBe(false);
    expect(await changedOne(db.insertInto('items').values({ id: 3, label: 'new', cost: 1 }))).toBe(true);
    expect(await changedRows(db.updateTable('items').set({ cost: 2 }))).toBe(3);
    expect(await changedOne(db.deleteFrom('items').where('id', '=', 1))).toBe(true);
    expect(await changedRows(db.deleteFrom('items'))).toBe(2);
  });
});

describe('SQL of this engine', () => {
  it('searches text in any case, without wildcards', async () => {
    const found = async (text: string) =>
      (
        await db
          .selectFrom('items')
          .select('id')
          .where(({ ref }) => contains(ref('label'), text))
          .execute()
      ).map(({ id }) => id);
    expect(await found('ADA')).toEqual([1]);
    expect(await found('%')).toEqual([1]);
    expect(await found('_')).toEqual([]);
    expect(await found("'")).toEqual([]);
  });

  it('reads rows as one JSON text', async () => {
    const { text } = await db
      .selectFrom('items')
      .select(rowsAsJson(['id', 'label']).as('text'))
      .executeTakeFirstOrThrow();
    expect(JSON.parse(text)).toEqual([
      [1, 'ada 100%'],
      [2, 'grace'],
    ]);
  });
});
