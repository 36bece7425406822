import type { Selectable } from 'kysely';
import type { IdempotencyKeyTable } from '../../database/identity-schema.ts';
import type { Queries } from '../../database/schema.ts';
import { tablesOf } from '../../database/tables.ts';
import { changedOne, changedRows, countOf } from '../sql.ts';

export type IdempotencyKeyRow = Selectable<IdempotencyKeyTable>;

export const findIdempotencyKey = (db: Queries, id: string): Promise<IdempotencyKeyRow | undefined> =>
  tablesOf(db).selectFrom('idempotency_keys').selectAll().where('id', '=', id).executeTakeFirst();

/** Whose keys are counted: those of an account's sessions, of one of its API keys, or of a key of a service account. */
export type KeyOwner = { user_id: string } | { api_key_id: string } | { service_key_id: string };

/** How many keys someone has, up to `limit`. */
export const countIdempotencyKeys = (db: Queries, owner: KeyOwner, limit: number): Promise<number> => {
  const keys = tablesOf(db).selectFrom('idempotency_keys').select('id');
  const own =
    'user_id' in owner
      ? keys.where('user_id', '=', owner.user_id).where('api_key_id', 'is', null)
      : 'api_key_id' in owner
        ? keys.where('api_key_id', '=', owner.api_key_id)
        : keys.where('service_key_id', '=', owner.service_key_id);
  return countOf(tablesOf(db).selectFrom(own.limit(limit).as('kept')));
};

/** False if the key was used before. */
export const insertIdempotencyKey = (db: Queries, row: IdempotencyKeyRow): Promise<boolean> =>
  changedOne(
    tablesOf(db)
      .insertInto('idempotency_keys')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doNothing()),
  );

export const storeIdempotentAnswer = (db: Queries, id: string, sealedAnswer: IdempotencyKeyRow['sealed_answer']) =>
  tablesOf(db).updateTable('idempotency_keys').set({ sealed_answer: sealedAnswer }).where('id', '=', id).execute();

export const deleteIdempotencyKey = (db: Queries, id: string) =>
  tablesOf(db).deleteFrom('idempotency_keys').where('id', '=', id).execute();

/** Forgets what an account was answered. */
export const deleteIdempotencyKeysOf = (db: Queries, userId: string) =>
  tablesOf(db).deleteFrom('idempotency_keys').where('user_id', '=', userId).execute();

/** Deletes up to `limit` keys that were used before a timestamp. Returns how many. */
export const deleteIdempotencyKeysBefore = (db: Queries, before: number, limit: number): Promise<number> =>
  changedRows(
    tablesOf(db)
      .deleteFrom('idempotency_keys')
      .where('id', 'in', (query) =>
        query
          .selectFrom('idempotency_keys')
          .select('id')
          .where('used_at', '<', before)
          .limit(limit)
          .forUpdate()
          .skipLocked(),
      ),
  );
