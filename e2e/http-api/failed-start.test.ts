import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { newDataFolder } from '#e2e/fixtures/new-data-folder.ts';
import { testConfig, testPasswords } from '#e2e/fixtures/test-service.ts';
import { startApp } from '#main/compose.ts';
import { openDatabase } from '#main/database/open.ts';
import { openSqlite3 } from '#main/database/sqlite3-connection.ts';
import { dataFolder } from '#main/platform/data-folder.ts';
import { createLogger } from '#main/platform/logger.ts';
import { assertPortFree } from '#main/platform/port.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await newDataFolder('castellan-failed-');
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const freePort = async (): Promise<number> => {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, 'close');
  return port;
};

it('a start that fails after listening lets go of the port and the data folder', async () => {
  const port = await freePort();
  const { database } = dataFolder(dataDir);
  const connection = await openSqlite3(database, 'read-write');
  // The purge needs this table, and runs once the server listens.
  await connection.exec('alter table sign_in_failures rename to lost');
  await connection.close();
  const config = testConfig(dataDir, { port: String(port) });
  const start = startApp(config, { log: createLogger('silent'), ...testPasswords() });
  await expect(start).rejects.toThrow('sign_in_failures');
  await assertPortFree('127.0.0.1', port);
  await (await openDatabase(dataFolder(dataDir))).close();
});
