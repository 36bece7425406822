import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSqlite3 } from './sqlite3-connection.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'castellan-connection-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('closing waits for work in flight, including statements that are still being prepared', async () => {
  const connection = await openSqlite3(join(folder, 'a.db'), 'create');
  await connection.exec('create table numbers (n integer)');
  await connection.run('insert into numbers (n) values (?)', [1]);
  const answers = Array.from({ length: 50 }, (_, index) =>
    connection.all(`select n + ${index} as n from numbers`, []).then(([row]) => row?.n),
  );
  await connection.close();
  expect(await Promise.all(answers)).toEqual(Array.from({ length: 50 }, (_, index) => index + 1));
});

test('a closed connection runs nothing', async () => {
  const connection = await openSqlite3(join(folder, 'a.db'), 'create');
  const closing = connection.close();
  await expect(connection.all('select 1', [])).rejects.toThrow('The database is closed');
  await closing;
  await expect(connection.run('create table t (n integer)', [])).rejects.toThrow('The database is closed');
});
