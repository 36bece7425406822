import { type Selectable, sql } from 'kysely';
import type { PasskeyTable } from '../../database/identity-schema.ts';
import type { Queries } from '../../database/schema.ts';
import { tablesOf } from '../../database/tables.ts';
import { changedOne, changedRows, countOf } from '../sql.ts';

export type PasskeyRow = Selectable<PasskeyTable>;

/** False if the authenticator's credential is already stored, for this account or another. */
export const insertPasskey = (db: Queries, row: PasskeyRow): Promise<boolean> =>
  changedOne(
    tablesOf(db)
      .insertInto('passkeys')
      .values(row)
      .onConflict((conflict) => conflict.column('credential_id').doNothing()),
  );

/** A user's passkeys, newest first. */
export const listPasskeys = (db: Queries, userId: string): Promise<PasskeyRow[]> =>
  tablesOf(db)
    .selectFrom('passkeys')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();

export const countPasskeys = (db: Queries, userId: string): Promise<number> =>
  countOf(tablesOf(db).selectFrom('passkeys').where('user_id', '=', userId));

export const findPasskeyByCredential = (db: Queries, credentialId: string): Promise<PasskeyRow | undefined> =>
  tablesOf(db).selectFrom('passkeys').selectAll().where('credential_id', '=', credentialId).executeTakeFirst();

/** A user's passkey; undefined if there is none. */
export const findPasskey = (db: Queries, userId: string, id: string): Promise<PasskeyRow | undefined> =>
  tablesOf(db).selectFrom('passkeys').selectAll().where('user_id', '=', userId).where('id', '=', id).executeTakeFirst();

/** Renames a user's passkey; undefined if there is none. */
export const renamePasskey = (db: Queries, userId: string, id: string, name: string): Promise<PasskeyRow | undefined> =>
  tablesOf(db)
    .updateTable('passkeys')
    .set({ name })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();

/** Deletes a user's passkey; undefined if there is none. */
export const deletePasskey = (db: Queries, userId: string, id: string): Promise<PasskeyRow | undefined> =>
  tablesOf(db)
    .deleteFrom('passkeys')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();

export const deletePasskeysOf = (db: Queries, userId: string) =>
  tablesOf(db).deleteFrom('passkeys').where('user_id', '=', userId).execute();

/**
 * Records a use, unless the passkey was used or removed since its row was read: of two answers with the same counter,
 * one wins.
 */
export const recordPasskeyUse = (
  db: Queries,
  { id, counter }: Pick<PasskeyRow, 'id' | 'counter'>,
  use: Pick<PasskeyRow, 'counter' | 'backed_up' | 'last_used_at'>,
): Promise<boolean> =>
  changedOne(tablesOf(db).updateTable('passkeys').set(use).where('id', '=', id).where('counter', '=', counter));

/** A column of a query about users: when they added the first of their passkeys. */
export const firstPasskeyAt = (db: Queries) =>
  tablesOf(db)
    .selectFrom('passkeys')
    .select(({ fn }) => fn.min('passkeys.created_at').as('at'))
    .whereRef('passkeys.user_id', '=', sql.ref('users.id'))
    .as('first_passkey_at');

/** Notes that a challenge was answered; false if it was before. */
export const insertAnsweredChallenge = (db: Queries, hash: string, expiresAt: number): Promise<boolean> =>
  changedOne(
    tablesOf(db)
      .insertInto('answered_challenges')
      .values({ challenge_hash: hash, expires_at: expiresAt })
      .onConflict((conflict) => conflict.column('challenge_hash').doNothing()),
  );

/** Forgets up to `limit` challenges that expired before a timestamp. Returns how many. */
export const deleteChallengesExpiredBefore = (db: Queries, before: number, limit: number): Promise<number> =>
  changedRows(
    tablesOf(db)
      .deleteFrom('answered_challenges')
      .where('challenge_hash', 'in', (query) =>
        query
          .selectFrom('answered_challenges')
          .select('challenge_hash')
          .where('expires_at', '<', before)
          .limit(limit)
          .forUpdate()
          .skipLocked(),
      ),
  );
