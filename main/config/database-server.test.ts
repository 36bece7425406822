import { expect, it } from 'vitest';
import { assertOneProcess } from './database-server.ts';

it('refuses what works with one process only, if the database is on a server', () => {
  const databaseServer = { url: 'postgres://db.example/castellan', connections: 4 };
  expect(() => assertOneProcess({ databaseServer }, '--test-clock')).toThrow("--test-clock can't use --database-url");
  expect(() => assertOneProcess({ databaseServer: undefined }, '--test-clock')).not.toThrow();
});
