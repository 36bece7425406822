import { Kysely, sql } from 'kysely';
import { createChangeFeed } from '#main/storage/database/change-feed.ts';
import { createMutex } from '#main/storage/database/engines/sqlite/mutex.ts';
import { openSqlite3 } from '#main/storage/database/engines/sqlite/sqlite3-connection.ts';
import { writerDialect } from '#main/storage/database/engines/sqlite/sqlite3-dialect.ts';
import type { Schema } from '#main/storage/database/schema.ts';
import { second } from '#shared/rules/limits.ts';
import { createConditionDropper, type WatchedDatabase } from './condition-dropper.ts';

/** Opens a database file that no service has open. It isn't durable. */
export const openFile = async (file: string): Promise<WatchedDatabase & { close(): Promise<void> }> => {
  const connection = await openSqlite3(file, 'read-write');
  await connection.exec('pragma foreign_keys = on; pragma synchronous = off; pragma journal_mode = memory');
  const { dropper, plugin } = createConditionDropper();
  const mutex = createMutex(10 * second, () => new Error('busy'));
  const db = new Kysely<Schema>({ dialect: writerDialect(connection, mutex, createChangeFeed()), plugins: [plugin] });
  return { db, dropper, close: () => connection.close() };
};

/** Opens a copy of a database. */
export const openCopy = async (source: Kysely<Schema>, file: string): ReturnType<typeof openFile> => {
  await sql`vacuum into ${file}`.execute(source);
  return openFile(file);
};
