import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { perTest } from '#e2e/support/prepared.ts';
import { temporaryFolder } from '#e2e/support/temporary-folder.ts';
import { dataFolder } from '../../../../platform/data-folder.ts';
import { openDatabase } from './open.ts';
import { openSqlite3 } from './sqlite3-connection.ts';

const folder = perTest(() => temporaryFolder('castellan-connection-'));

test('closing waits for work in flight, including statements that are still being prepared', async () => {
  const connection = await openSqlite3(join(folder.path, 'a.db'), 'create');
  await connection.exec('create table numbers (n integer)');
  await connection.run('insert into numbers (n) values (?)', [1]);
  const answers = Array.from({ length: 50 }, (_, index) =>
    connection.all(`select n + ${index} as n from numbers`, []).then(([row]) => row?.n),
  );
  await connection.close();
  expect(await Promise.all(answers)).toEqual(Array.from({ length: 50 }, (_, index) => index + 1));
});

test('a closed connection runs nothing', async () => {
  const connection = await openSqlite3(join(folder.path, 'a.db'), 'create');
  const closing = connection.close();
  await expect(connection.all('select 1', [])).rejects.toThrow('The database is closed');
  await closing;
  await expect(connection.run('create table t (n integer)', [])).rejects.toThrow('The database is closed');
});

describe('numbers', () => {
  /** An instant, which needs more than 32 bits, the largest exact ones, and one that needs few. */
  const whole = [1_768_478_400_123, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, 7];

  it('are whole to SQLite if they are whole, also where no column says so', async () => {
    const connection = await openSqlite3(':memory:', 'create');
    for (const value of whole) {
      expect(await connection.all("select typeof(?) as type, ? || '' as text", [value, value])).toEqual([
        { type: 'integer', text: String(value) },
      ]);
    }
    await connection.close();
  });

  it('match whole ones that an earlier driver stored from floats, in indexes too', async () => {
    const connection = await openSqlite3(':memory:', 'create');
    await connection.exec('create table t (at bigint); create index t_at on t (at)');
    for (const value of whole) await connection.exec(`insert into t values (${value}.0)`);
    for (const value of whole) {
      const rows = await connection.all('select at, typeof(at) as type from t where at >= ? and at <= ?', [
        value,
        value,
      ]);
      expect(rows).toEqual([{ at: value, type: 'integer' }]);
    }
    await connection.close();
  });

  it('have a column that keeps them whole, wherever the schema has one for numbers', async () => {
    const data = dataFolder(folder.path);
    await (await openDatabase(data)).close();
    const connection = await openSqlite3(data.database, 'read-only');
    const types = await connection.all(
      `select distinct lower(c.type) as type from sqlite_master as t, pragma_table_info(t.name) as c
        where t.type = 'table' and t.name not like '%\\_search%' escape '\\' order by 1`,
      [],
    );
    expect(types.map(({ type }) => type)).toEqual(['bigint', 'integer', 'text', 'varchar(255)']);
    await connection.close();
  });

  it('that would not be exact are read as an error, not as another number', async () => {
    const connection = await openSqlite3(':memory:', 'create');
    for (const value of [2n ** 53n, -(2n ** 53n), 2n ** 63n - 1n]) {
      await expect(connection.all(`select ${value} as n`, [])).rejects.toThrow(RangeError);
    }
    expect(await connection.all('select 1 as n', [])).toEqual([{ n: 1 }]);
    await connection.close();
  });
});

test('a statement gets exactly the values that it has places for, each time', async () => {
  const connection = await openSqlite3(':memory:', 'create');
  await connection.exec('create table t (a, b)');
  const statement = 'insert into t values (?, ?)';
  await connection.run(statement, [1, 2]);
  for (const values of [[], [3], [3, 4, 5]]) {
    await expect(connection.run(statement, values)).rejects.toThrow('SQLITE_RANGE');
    await expect(connection.all('select ?, ?', values)).rejects.toThrow('SQLITE_RANGE');
  }
  await connection.run(statement, [6, 7]);
  expect(await connection.all('select * from t', [])).toEqual([
    { a: 1, b: 2 },
    { a: 6, b: 7 },
  ]);
  await connection.close();
});
