import type { Selectable } from 'kysely';
import type { ApiKeyTable } from '../../database/identity-schema.ts';
import type { Queries } from '../../database/schema.ts';
import { tablesOf } from '../../database/tables.ts';
import { changedRows, countOf } from '../sql.ts';

export type ApiKeyRow = Selectable<ApiKeyTable>;

export const insertApiKey = (db: Queries, row: ApiKeyRow) => tablesOf(db).insertInto('api_keys').values(row).execute();

/** A user's keys, newest first. */
export const listApiKeys = (db: Queries, userId: string): Promise<ApiKeyRow[]> =>
  tablesOf(db)
    .selectFrom('api_keys')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();

/** Every key that works at `now`, with its owner. */
export const listLiveApiKeys = (db: Queries, now: number) =>
  tablesOf(db)
    .selectFrom('api_keys')
    .innerJoin('users', 'users.id', 'api_keys.user_id')
    .where('users.status', '=', 'active')
    .where(({ eb, or }) => or([eb('api_keys.expires_at', 'is', null), eb('api_keys.expires_at', '>', now)]))
    .select(['api_keys.name', 'api_keys.prefix', 'api_keys.created_at', 'users.email'])
    .orderBy('users.email')
    .orderBy('api_keys.created_at')
    .execute();

/** Keys of a tenant's active members that expire before an instant, soonest first; expired ones are kept for a while. */
export const listExpiringApiKeys = (db: Queries, tenantId: string, before: number, limit: number) =>
  tablesOf(db)
    .selectFrom('api_keys')
    .innerJoin('users', 'users.id', 'api_keys.user_id')
    .where('users.tenant_id', '=', tenantId)
    .where('users.status', '=', 'active')
    .where('api_keys.expires_at', '<', before)
    .select(['api_keys.id', 'api_keys.name', 'api_keys.user_id', 'users.email', 'api_keys.expires_at'])
    .$narrowType<{ expires_at: number }>()
    .orderBy('api_keys.expires_at')
    .orderBy('api_keys.id')
    .limit(limit)
    .execute();

export const countApiKeys = (db: Queries, userId: string): Promise<number> =>
  countOf(tablesOf(db).selectFrom('api_keys').where('user_id', '=', userId));

/** Deletes a user's key; undefined if there is none. */
export const deleteApiKey = (db: Queries, userId: string, id: string): Promise<ApiKeyRow | undefined> =>
  tablesOf(db)
    .deleteFrom('api_keys')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();

/** Lets a user's key expire at an instant, unless it does so sooner; undefined if there is none. */
export const endApiKeyBy = (db: Queries, userId: string, id: string, end: number): Promise<ApiKeyRow | undefined> =>
  tablesOf(db)
    .updateTable('api_keys')
    .set(({ eb }) => ({
      expires_at: eb.case().when('expires_at', '<', end).then(eb.ref('expires_at')).else(end).end(),
    }))
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();

/** A user's key; undefined if there is none. */
export const findApiKey = (db: Queries, userId: string, id: string): Promise<ApiKeyRow | undefined> =>
  tablesOf(db).selectFrom('api_keys').selectAll().where('user_id', '=', userId).where('id', '=', id).executeTakeFirst();

/** Deletes all keys of a user. Returns how many. */
export const deleteApiKeysOf = (db: Queries, userId: string): Promise<number> =>
  changedRows(tablesOf(db).deleteFrom('api_keys').where('user_id', '=', userId));

/** Deletes a user's keys created at or after a timestamp. */
export const deleteApiKeysSince = (db: Queries, userId: string, since: number) =>
  tablesOf(db).deleteFrom('api_keys').where('user_id', '=', userId).where('created_at', '>=', since).execute();

export const touchApiKey = (db: Queries, id: string, usedAt: number) =>
  tablesOf(db).updateTable('api_keys').set({ last_used_at: usedAt }).where('id', '=', id).execute();

/** Deletes up to `limit` keys that expired before a timestamp. Returns how many. */
export const deleteApiKeysExpiredBefore = (db: Queries, before: number, limit: number): Promise<number> =>
  changedRows(
    tablesOf(db)
      .deleteFrom('api_keys')
      .where('id', 'in', (query) =>
        query
          .selectFrom('api_keys')
          .select('id')
          .where('expires_at', '<', before)
          .limit(limit)
          .forUpdate()
          .skipLocked(),
      ),
  );
