import type { Selectable } from 'kysely';
import type { ApiKeyTable, Queries } from '../../database/schema.ts';
import { countOf } from '../sql.ts';

export type ApiKeyRow = Selectable<ApiKeyTable>;

export const insertApiKey = (db: Queries, row: ApiKeyRow) => db.insertInto('api_keys').values(row).execute();

/** A user's keys, newest first. */
export const listApiKeys = (db: Queries, userId: string): Promise<ApiKeyRow[]> =>
  db
    .selectFrom('api_keys')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();

export const countApiKeys = (db: Queries, userId: string): Promise<number> =>
  countOf(db.selectFrom('api_keys').where('user_id', '=', userId));

/** Deletes a user's key; undefined if there is none. */
export const deleteApiKey = (db: Queries, userId: string, id: string): Promise<ApiKeyRow | undefined> =>
  db.deleteFrom('api_keys').where('user_id', '=', userId).where('id', '=', id).returningAll().executeTakeFirst();

export const deleteApiKeysOf = (db: Queries, userId: string) =>
  db.deleteFrom('api_keys').where('user_id', '=', userId).execute();

export const touchApiKey = (db: Queries, id: string, usedAt: number) =>
  db.updateTable('api_keys').set({ last_used_at: usedAt }).where('id', '=', id).execute();

/** Deletes keys that expired before a timestamp. */
export const deleteApiKeysExpiredBefore = (db: Queries, before: number) =>
  db.deleteFrom('api_keys').where('expires_at', '<', before).execute();
