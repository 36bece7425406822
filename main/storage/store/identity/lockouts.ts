import type { Queries, WriteTransaction } from '../../database/schema.ts';
import { tablesOf } from '../../database/tables.ts';
import { changedRows } from '../sql.ts';

export const findLockout = (db: Queries, emailHash: string) =>
  tablesOf(db).selectFrom('sign_in_failures').selectAll().where('email_hash', '=', emailHash).executeTakeFirst();

/** The same, and keeps others from counting until the transaction ends. */
export const holdLockout = (db: WriteTransaction, emailHash: string) =>
  tablesOf(db)
    .selectFrom('sign_in_failures')
    .selectAll()
    .where('email_hash', '=', emailHash)
    .forNoKeyUpdate()
    .executeTakeFirst();

/** Adds a failure, and returns how many there are in a row. */
export const countFailure = async (db: Queries, emailHash: string, now: number): Promise<number> => {
  const { failures } = await tablesOf(db)
    .insertInto('sign_in_failures')
    .values({ email_hash: emailHash, failures: 1, retry_at: 0, updated_at: now })
    .onConflict((conflict) =>
      conflict
        .column('email_hash')
        .doUpdateSet(({ eb }) => ({ failures: eb('sign_in_failures.failures', '+', 1), updated_at: now })),
    )
    .returning('failures')
    .executeTakeFirstOrThrow();
  return failures;
};

export const setLockoutRetry = (db: Queries, emailHash: string, retryAt: number) =>
  tablesOf(db).updateTable('sign_in_failures').set({ retry_at: retryAt }).where('email_hash', '=', emailHash).execute();

/** Takes a failure back that was counted in advance, and its wait. */
export const uncountFailure = (db: Queries, emailHash: string, now: number) =>
  tablesOf(db)
    .updateTable('sign_in_failures')
    .set(({ eb }) => ({ failures: eb('failures', '-', 1), retry_at: now }))
    .where('email_hash', '=', emailHash)
    .where('failures', '>', 0)
    .execute();

export const clearLockouts = async (db: Queries, emailHashes: readonly string[]): Promise<void> => {
  // One after another: a guess locks them in the same order.
  for (const hash of emailHashes)
    await tablesOf(db).deleteFrom('sign_in_failures').where('email_hash', '=', hash).execute();
};

/** Deletes up to `limit` counts that have not changed since a timestamp. Returns how many. */
export const deleteLockoutsBefore = (db: Queries, before: number, limit: number): Promise<number> =>
  changedRows(
    tablesOf(db)
      .deleteFrom('sign_in_failures')
      .where('email_hash', 'in', (query) =>
        query
          .selectFrom('sign_in_failures')
          .select('email_hash')
          .where('updated_at', '<', before)
          .limit(limit)
          .forUpdate()
          .skipLocked(),
      ),
  );
