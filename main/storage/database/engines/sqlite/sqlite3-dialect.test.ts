import { join } from 'node:path';
import { Kysely, sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { closedAfterwards, perTest } from '#e2e/support/prepared.ts';
import { temporaryFolder } from '#e2e/support/temporary-folder.ts';
import { AppError } from '#shared/texts/errors.ts';
import { createChangeFeed } from '../../change-feed.ts';
import { createMutex } from './mutex.ts';
import { createReaderPool } from './reader-pool.ts';
import { openSqlite3, type Sqlite3Connection } from './sqlite3-connection.ts';
import { readerDialect, writerDialect } from './sqlite3-dialect.ts';

interface Tables {
  items: { id: string; value: unknown; parent: string | null };
}

const folder = perTest(() => temporaryFolder('castellan-test-'));
let raw: Sqlite3Connection;
let readers: Sqlite3Connection[];
let write: Kysely<Tables>;
let read: Kysely<Tables>;
beforeEach(async () => {
  const file = join(folder.path, 'test.db');
  raw = await openSqlite3(file, 'create');
  await raw.exec(`
    pragma journal_mode = wal; pragma foreign_keys = on;
    create table items (id text primary key, value, parent text references items (id));
  `);
  write = writer(5_000);
  readers = [await openSqlite3(file, 'read-write'), await openSqlite3(file, 'read-write')];
  read = new Kysely<Tables>({
    dialect: readerDialect(createReaderPool(readers, { waitMs: 5_000, refuse: () => new AppError('BUSY') }), {
      path: [''],
    }),
  });
});
afterEach(async () => {
  for (const connection of [...readers, raw]) await connection.close();
});

const writer = (patience: number): Kysely<Tables> => {
  const mutex = createMutex(patience, () => new AppError('BUSY', { retry_after: 1 }));
  return new Kysely<Tables>({ dialect: writerDialect(raw, mutex, createChangeFeed()) });
};
const add = (db: Kysely<Tables>, id: string, value: unknown = null, parent: string | null = null) =>
  db.insertInto('items').values({ id, value, parent }).execute();
const ids = async (db: Kysely<Tables> = read) =>
  (await db.selectFrom('items').select('id').orderBy('id').execute()).map(({ id }) => id);
const stored = async (id: string) =>
  (
    await sql<{
      value: unknown;
      type: string;
    }>`select value, typeof(value) as type from items where id = ${id}`.execute(read)
  ).rows[0];

describe('values', () => {
  it('are read back as stored', async () => {
    const values: [unknown, unknown, string][] = [
      ['text 山 \u0000 🏰', 'text 山 \u0000 🏰', 'text'],
      [0, 0, 'integer'],
      [-1.5, -1.5, 'real'],
      [null, null, 'null'],
      [Buffer.from([0, 255]), Buffer.from([0, 255]), 'blob'],
    ];
    for (const [n, [value, expected, type]] of values.entries()) {
      await add(write, `v${n}`, value);
      expect(await stored(`v${n}`)).toEqual({ value: expected, type });
    }
  });

  it('of up to 53 bits stay exact in an integer column', async () => {
    await raw.exec('create table instants (at bigint)');
    for (const value of [Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, 1_768_478_400_123]) {
      for (const given of [value, BigInt(value)]) {
        await raw.run('insert into instants values (?)', [given]);
        expect(await raw.all('select at, typeof(at) as type, at + 0 = ? as same from instants', [value])).toEqual([
          { at: value, type: 'integer', same: 1 },
        ]);
        await raw.exec('delete from instants');
      }
    }
  });

  it('are rejected if SQLite would store something else', async () => {
    const refused = [
      undefined,
      new Date(0),
      2 ** 53,
      -(2 ** 53),
      2 ** 64,
      2n ** 53n,
      -(2n ** 53n),
      2n ** 63n,
      Number.NaN,
      Number.POSITIVE_INFINITY,
      true,
      {},
      [],
      Symbol('s'),
    ];
    for (const value of refused) {
      await expect(raw.run('insert into items (id, value) values (?, ?)', ['x', value])).rejects.toThrow(TypeError);
      await expect(raw.all('select ?', [value])).rejects.toThrow(TypeError);
    }
    expect(await ids()).toEqual([]);
  });
});

describe('statements', () => {
  it('return rows, counts and what they wrote', async () => {
    await add(write, 'a', 1);
    const returned = await write
      .insertInto('items')
      .values({ id: 'b', value: 2, parent: null })
      .returning('id')
      .execute();
    expect(returned).toEqual([{ id: 'b' }]);
    const updated = await write.updateTable('items').set({ value: 3 }).executeTakeFirst();
    expect(updated.numUpdatedRows).toBe(2n);
    const touched = await write.updateTable('items').set({ value: 4 }).where('id', '=', 'b').returningAll().execute();
    expect(touched).toEqual([{ id: 'b', value: 4, parent: null }]);
    expect((await sql`update items set value = 5`.execute(write)).numAffectedRows).toBe(2n);
    const deleted = await write.deleteFrom('items').where('id', '=', 'missing').executeTakeFirst();
    expect(deleted.numDeletedRows).toBe(0n);
    expect((await sql`with two as (select 2 as n) select n from two`.execute(read)).rows).toEqual([{ n: 2 }]);
    expect((await sql`insert into items (id) values ('c') returning id`.execute(write)).rows).toEqual([{ id: 'c' }]);
  });

  it('are prepared once and reused with other parameters, also concurrently', async () => {
    const made = await Promise.all(
      Array.from({ length: 200 }, (_, n) => add(write, `i${String(n).padStart(3, '0')}`, n)),
    );
    expect(made).toHaveLength(200);
    const values = await Promise.all(
      Array.from({ length: 200 }, (_, n) =>
        read
          .selectFrom('items')
          .select('value')
          .where('id', '=', `i${String(n).padStart(3, '0')}`)
          .executeTakeFirst(),
      ),
    );
    expect(values).toEqual(Array.from({ length: 200 }, (_, value) => ({ value })));
  });

  it('that write concurrently share commits and fail individually', async () => {
    await add(write, 'taken');
    const statements: string[] = [];
    const counted = {
      ...raw,
      run: (text: string, parameters: readonly unknown[]) => {
        statements.push(text);
        return raw.run(text, parameters);
      },
    };
    const shared = new Kysely<Tables>({
      dialect: writerDialect(
        counted,
        createMutex(5_000, () => new AppError('BUSY')),
        createChangeFeed(),
      ),
    });
    await Promise.all(Array.from({ length: 20 }, (_, n) => add(shared, `s${n}`)));
    expect(statements.filter((text) => text === 'commit')).toHaveLength(1);
    const outcomes = await Promise.allSettled(['x', 'taken', 'y'].map((id) => add(shared, id)));
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(outcomes[1]).toMatchObject({ reason: { message: expect.stringContaining('UNIQUE') } });
    expect(await ids()).toHaveLength(23);
  });

  it('survive a schema change and the eviction of old ones', async () => {
    await add(write, 'a', 1);
    await ids();
    await raw.exec('alter table items add column extra text');
    expect(await read.selectFrom('items').selectAll().execute()).toEqual([
      { id: 'a', value: 1, parent: null, extra: null },
    ]);
    for (let n = 0; n < 450; n += 1) expect((await raw.all(`select ${n} as n`, []))[0]).toEqual({ n });
    expect(await ids()).toEqual(['a']);
  });

  it('reject streaming', async () => {
    const stream = read.selectFrom('items').selectAll().stream();
    await expect(stream[Symbol.asyncIterator]().next()).rejects.toThrow('not supported');
  });

  it("fail with SQLite's message and code", async () => {
    await add(write, 'a');
    await expect(add(write, 'a')).rejects.toMatchObject({
      code: 'SQLITE_CONSTRAINT',
      message: expect.stringContaining('UNIQUE constraint failed: items.id'),
    });
    await expect(add(write, 'b', null, 'nobody')).rejects.toMatchObject({
      code: 'SQLITE_CONSTRAINT',
      message: expect.stringContaining('FOREIGN KEY constraint failed'),
    });
    await expect(sql`select * from nowhere`.execute(read)).rejects.toThrow('no such table');
    expect(await ids()).toEqual(['a']);
  });
});

describe('transactions', () => {
  it('are written completely or not at all', async () => {
    const failing = write.transaction().execute(async (tx) => {
      await add(tx, 'a');
      await add(tx, 'b');
      await add(tx, 'a');
    });
    await expect(failing).rejects.toThrow('UNIQUE');
    expect(await ids()).toEqual([]);
    await write.transaction().execute(async (tx) => {
      await add(tx, 'a');
      expect(await ids(tx)).toEqual(['a']);
      expect(await ids()).toEqual([]);
    });
    expect(await ids()).toEqual(['a']);
  });

  it('leave exactly the survivors if 100 run at once and half roll back', async () => {
    const patient = writer(120_000);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 100 }, (_, n) =>
        patient.transaction().execute(async (tx) => {
          await add(tx, `t${n}-a`);
          await new Promise((resolve) => setImmediate(resolve));
          await add(tx, `t${n}-b`);
          if (n % 2 === 1) throw new Error('taken back');
        }),
      ),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(50);
    const survivors = Array.from({ length: 50 }, (_, n) => [`t${2 * n}-a`, `t${2 * n}-b`]).flat();
    expect(await ids()).toEqual(survivors.toSorted());
  });

  it('fail with BUSY while the writer is held beyond the timeout, and work afterwards', async () => {
    const impatient = writer(50);
    const [taken, freed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const held = impatient.transaction().execute(async (tx) => {
      await add(tx, 'held');
      taken.resolve();
      await freed.promise;
    });
    await taken.promise;
    await expect(add(impatient, 'waiting')).rejects.toMatchObject({ key: 'BUSY', status: 503 });
    const another = impatient.transaction().execute((tx) => add(tx, 'waiting too'));
    await expect(another).rejects.toMatchObject({ key: 'BUSY' });
    freed.resolve();
    await held;
    await add(impatient, 'after');
    expect(await ids()).toEqual(['after', 'held']);
  });

  it('never block readers', async () => {
    await add(write, 'before');
    const [taken, freed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const held = write.transaction().execute(async (tx) => {
      await add(tx, 'inside');
      taken.resolve();
      await freed.promise;
    });
    await taken.promise;
    expect(await Promise.all(Array.from({ length: 20 }, () => ids()))).toEqual(
      Array.from({ length: 20 }, () => ['before']),
    );
    freed.resolve();
    await held;
    expect(await ids()).toEqual(['before', 'inside']);
  });

  it('hold the write lock before their first statement, so what they read cannot change before they write', async () => {
    const another = await closedAfterwards(openSqlite3(join(folder.path, 'test.db'), 'read-write'));
    await write.transaction().execute(async () => {
      await expect(another.run('begin immediate', [])).rejects.toMatchObject({ code: 'SQLITE_BUSY' });
    });
    await another.run('begin immediate', []);
    await another.run('rollback', []);
  });

  it('are not available on readers', async () => {
    await expect(read.transaction().execute(async () => {})).rejects.toThrow('no transactions');
  });
});
