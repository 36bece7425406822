import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseServer } from '#main/config/database-server.ts';
import { systemClock } from '#main/platform/clock.ts';
import { dataFolder } from '#main/platform/data-folder.ts';
import { createKeyFile } from '#main/security/keys.ts';
import { openDatabase } from '#main/storage/database/engines/sqlite/open.ts';
import { createDatabase, dropDatabase } from './postgres-cluster.ts';

let migrated: Promise<Buffer> | undefined;

/** Migrates an empty database and returns its file. */
const migrateEmptyDatabase = async (): Promise<Buffer> => {
  const path = await mkdtemp(join(tmpdir(), 'castellan-template-'));
  try {
    const folder = dataFolder(path);
    const db = await openDatabase(folder);
    await db.close();
    return await readFile(folder.database);
  } finally {
    await rm(path, { recursive: true, force: true });
  }
};

/**
 * Creates a data folder with keys of its own and an empty, migrated database. The migrations run once per process:
 * repeating them for every service would take longer than most tests.
 */
export const newDataFolder = async (prefix: string): Promise<string> => {
  migrated ??= migrateEmptyDatabase();
  const database = await migrated;
  const path = await mkdtemp(join(tmpdir(), prefix));
  const folder = dataFolder(path);
  await createKeyFile(folder.keys, systemClock.now());
  await writeFile(folder.database, database, { mode: 0o600 });
  return path;
};

/** A data folder for a test, on the engine that the run is about. */
export interface TestFolder {
  readonly dataDir: string;
  /** Undefined for the embedded database. */
  readonly server: DatabaseServer | undefined;
  /** Removes the folder, and the database on the server. */
  remove(): Promise<void>;
}

/** The cluster that this run's services use, and its migrated, empty database (e2e/tools/postgres-for-tests.ts). */
export const testCluster = {
  url: 'CASTELLAN_TEST_POSTGRES',
  template: 'castellan_template',
} as const;

/**
 * Like {@link newDataFolder}. With `npm run test:postgres`, with an empty, migrated database on the run's cluster in place of
 * the file.
 */
export const newTestFolder = async (prefix: string): Promise<TestFolder> => {
  const cluster = process.env[testCluster.url];
  if (cluster === undefined) {
    const dataDir = await newDataFolder(prefix);
    return { dataDir, server: undefined, remove: () => rm(dataDir, { recursive: true, force: true }) };
  }
  const dataDir = await mkdtemp(join(tmpdir(), prefix));
  const url = await createDatabase(cluster, testCluster.template);
  return {
    dataDir,
    server: { url, connections: 4 },
    async remove() {
      await dropDatabase(cluster, url);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};
