import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { extract } from 'tar';
import { primaryKeys } from '#main/backup/table-keys.ts';
import { isTableName, type TableName } from '#main/storage/database/deletion-cascades.ts';
import type { OwnMigration } from '#main/storage/database/migrations/contraction.ts';
import { migrations } from '#main/storage/database/migrations/index.ts';
import type { Queries } from '#main/storage/database/schema.ts';
import { tablesOf } from '#main/storage/database/tables.ts';
import { countOf } from '#main/storage/store/sql.ts';
import type { Credentials } from './every-table.ts';
import { queryDatabase } from './postgres-cluster.ts';
import { hashMigration } from './recorded-migration.ts';

/** Where an installation has its database. */
export type Engine = 'folder' | 'server';

/** What is known about a recorded installation. */
export interface RecordedInstallation extends Credentials {
  /** In milliseconds. */
  readonly stoppedAt: number;
  /** How many rows each table has. */
  readonly rows: Readonly<Record<string, number>>;
}

/** What `npm run record-schema` writes about a schema, next to an installation on each engine and a backup. */
export interface SchemaRecord {
  /** The version that recorded it. */
  readonly version: string;
  /** The SHA-256 of what each migration up to this one runs. */
  readonly migrations: Readonly<Record<string, string>>;
  /** Opens the keys in the backup, which is of the folder. */
  readonly passphrase: string;
  readonly installations: Readonly<Record<Engine, RecordedInstallation>>;
}

export interface SchemaFixture extends SchemaRecord {
  /** Its newest migration. */
  readonly name: string;
  readonly files: Readonly<Record<Engine | 'backup', string>>;
}

/** One folder per schema. */
export const schemasFolder = join(import.meta.dirname, 'schemas');
export const dumpName = 'database.sql';

/** The files of a fixture in its folder. */
export const fixtureFiles = (folder: string) => ({
  record: join(folder, 'record.json'),
  folder: join(folder, 'folder.tar.gz'),
  backup: join(folder, 'backup.tar.gz'),
  server: join(folder, 'server.tar.gz'),
});

/** Every schema that was recorded, the oldest first. */
export const schemaFixtures = (): SchemaFixture[] =>
  readdirSync(schemasFolder)
    .sort()
    .flatMap((name) => {
      const { record, ...files } = fixtureFiles(join(schemasFolder, name));
      if (!existsSync(record)) return [];
      return [{ name, files, ...(JSON.parse(readFileSync(record, 'utf8')) as SchemaRecord) }];
    });

/** Why a version may not record a schema. Undefined if it may. */
export const recordingRefusal = (
  name: string,
  given: { version: string; recordedBy: string | undefined; released: readonly string[] },
): string | undefined => {
  const { version, recordedBy, released } = given;
  if (recordedBy !== undefined) {
    return released.includes(recordedBy) ? `${recordedBy} has recorded ${name}. Add a migration` : undefined;
  }
  return released.includes(version) ? `${version} didn't have ${name}. Raise the version in package.json` : undefined;
};

/** The hash of each migration. */
export const hashMigrations = async (
  known: Readonly<Record<string, OwnMigration>> = migrations,
): Promise<Record<string, string>> =>
  Object.fromEntries(
    await Promise.all(Object.entries(known).map(async ([name, one]) => [name, await hashMigration(one)] as const)),
  );

/** Counts the rows of every table. */
export const countRows = async (db: Queries): Promise<Record<TableName, number>> => {
  const tables = Object.keys(primaryKeys).filter(isTableName);
  const counts = tables.map(async (table) => [table, await countOf(tablesOf(db).selectFrom(table))] as const);
  return Object.fromEntries(await Promise.all(counts)) as Record<TableName, number>;
};

/** Unpacks the data folder of an installation. */
export const unpackInstallation = async (file: string, target: string): Promise<void> => {
  await mkdir(target, { recursive: true, mode: 0o700 });
  await extract({ file, cwd: target });
};

/** Unpacks an installation that is on a server: its database into an empty one, the rest into a folder. */
export const unpackDatabaseServer = async ({ files }: SchemaFixture, target: string, url: string): Promise<void> => {
  await unpackInstallation(files.server, target);
  const dump = join(target, dumpName);
  await queryDatabase(url, await readFile(dump, 'utf8'));
  await rm(dump);
};
