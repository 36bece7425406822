import { sql } from 'kysely';
import type { Queries } from '../database/schema.ts';
import { toInteger } from './sql.ts';

/** Size of the database in bytes, excluding the WAL. */
export const databaseBytes = async (db: Queries): Promise<number> => {
  const { rows } = await sql<{ bytes: unknown }>`
    select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()
  `.execute(db);
  return toInteger(rows[0]?.bytes ?? 0);
};

/** The latest migration applied. */
export const schemaVersion = async (db: Queries): Promise<string> => {
  const { rows } = await sql<{ name: string }>`select max(name) as name from kysely_migration`.execute(db);
  return rows[0]?.name ?? '';
};
