import { chmod, rename, rm } from 'node:fs/promises';
import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { StartError } from '../../../../platform/start-error.ts';
import { storageProblem } from '../../../../platform/storage-error.ts';
import type { Schema } from '../../schema.ts';

/**
 * Copies the database to a file that only its owner can access. Replaces an existing file once the copy is complete.
 */
export const copyDatabase = async (db: Kysely<Schema>, target: string): Promise<void> => {
  const part = `${target}.part`;
  await rm(part, { force: true });
  await sql`vacuum into ${part}`.execute(db);
  await chmod(part, 0o600);
  await rename(part, target);
};

/** Applies pending migrations. @throws StartError if one fails; what it did is undone then */
export const migrate = async (
  file: string,
  db: Kysely<Schema>,
  migrations: Record<string, Migration>,
): Promise<void> => {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error, results } = await migrator.migrateToLatest();
  if (!error) return;
  const failed = results?.find((result) => result.status === 'Error')?.migrationName;
  throw (
    (await storageProblem(error, file)) ??
    new StartError({ name: 'migrationFailed', values: { migration: failed ?? 'unknown migration' } }, { cause: error })
  );
};
