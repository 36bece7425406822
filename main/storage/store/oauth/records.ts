import type { Selectable } from 'kysely';
import type { OauthRecordTable } from '../../database/oauth-schema.ts';
import type { Queries, WriteTransaction } from '../../database/schema.ts';
import { tablesOf } from '../../database/tables.ts';
import { changedOne, changedRows } from '../sql.ts';

export type OauthRecordRow = Selectable<OauthRecordTable>;

/** Stores a record, in place of an earlier one with its ID. Whether it is used up, or something took its place, stays as it is. */
export const saveOauthRecord = (db: Queries, row: OauthRecordRow) => {
  const { model, id_hash, consumed_at, parent_hash, ...changed } = row;
  return tablesOf(db)
    .insertInto('oauth_records')
    .values(row)
    .onConflict((conflict) => conflict.columns(['id_hash', 'model']).doUpdateSet(changed))
    .execute();
};

/** A record by its own ID, or, for a session, by the one in its tokens. */
export const findOauthRecord = (
  db: Queries,
  model: string,
  by: 'id_hash' | 'uid_hash',
  hash: string,
): Promise<OauthRecordRow | undefined> =>
  tablesOf(db)
    .selectFrom('oauth_records')
    .selectAll()
    .where('model', '=', model)
    .where(by, '=', hash)
    .executeTakeFirst();

/** Uses up a record. True for the one caller who did. */
export const consumeOauthRecord = (db: Queries, model: string, idHash: string, now: number): Promise<boolean> =>
  changedOne(
    tablesOf(db)
      .updateTable('oauth_records')
      .set({ consumed_at: now })
      .where('id_hash', '=', idHash)
      .where('model', '=', model)
      .where('consumed_at', 'is', null),
  );

export const deleteOauthRecord = (db: Queries, model: string, idHash: string) =>
  tablesOf(db).deleteFrom('oauth_records').where('id_hash', '=', idHash).where('model', '=', model).execute();

/** The refresh token that took the place of another one. Itself, if it was used up by replacing it. */
export const findSuccessor = (db: Queries, idHash: string): Promise<OauthRecordRow | undefined> =>
  tablesOf(db)
    .selectFrom('oauth_records')
    .selectAll()
    .where('parent_hash', '=', idHash)
    .where('model', '=', 'RefreshToken')
    .executeTakeFirst();

/** Whether an access token was presented that came with a refresh token. */
export const wasUsedWith = async (db: Queries, refreshHash: string): Promise<boolean> =>
  (await tablesOf(db)
    .selectFrom('oauth_records')
    .select('id_hash')
    .where('parent_hash', '=', refreshHash)
    .where('model', '=', 'AccessToken')
    .where('consumed_at', 'is not', null)
    .executeTakeFirst()) !== undefined;

/**
 * Uses up a refresh token once more that was used up at an instant, and what took its place: that is kept as its own successor, so that
 * whoever has it, too, is noticed. True for the one caller who did.
 */
export const replaceSuccessor = async (
  tx: WriteTransaction,
  idHash: string,
  usedUpAt: number,
  now: number,
): Promise<boolean> => {
  const isFirst = await changedOne(
    tablesOf(tx)
      .updateTable('oauth_records')
      .set({ consumed_at: now })
      .where('id_hash', '=', idHash)
      .where('model', '=', 'RefreshToken')
      .where('consumed_at', '=', usedUpAt),
  );
  const successor = isFirst ? await findSuccessor(tx, idHash) : undefined;
  if (!successor) return isFirst;
  await tablesOf(tx)
    .deleteFrom('oauth_records')
    .where('parent_hash', '=', successor.id_hash)
    .where('model', '=', 'AccessToken')
    .execute();
  return changedOne(
    tablesOf(tx)
      .updateTable('oauth_records')
      .set({ consumed_at: now, parent_hash: successor.id_hash })
      .where('id_hash', '=', successor.id_hash)
      .where('model', '=', 'RefreshToken')
      .where('consumed_at', 'is', null),
  );
};

/** Lets a record live as long as something that depends on it. */
export const prolongOauthRecord = (db: Queries, model: string, idHash: string, expiresAt: number) =>
  tablesOf(db)
    .updateTable('oauth_records')
    .set({ expires_at: expiresAt })
    .where('id_hash', '=', idHash)
    .where('model', '=', model)
    .where('expires_at', '<', expiresAt)
    .execute();

/** Ends a grant with its codes and tokens. Returns it, for the one caller who ended it. */
export const endGrant = async (tx: WriteTransaction, grantHash: string): Promise<OauthRecordRow | undefined> => {
  const grant = await tablesOf(tx)
    .deleteFrom('oauth_records')
    .where('id_hash', '=', grantHash)
    .where('model', '=', 'Grant')
    .returningAll()
    .executeTakeFirst();
  await deleteOauthRecordsOfGrant(tx, grantHash);
  return grant;
};

/** Deletes the codes and tokens of a grant. */
export const deleteOauthRecordsOfGrant = (db: Queries, grantHash: string) =>
  tablesOf(db).deleteFrom('oauth_records').where('grant_hash', '=', grantHash).execute();

/** Returns how many it deleted. */
export const deleteExpiredOauthRecords = (db: Queries, now: number, limit: number): Promise<number> =>
  changedRows(
    tablesOf(db)
      .deleteFrom('oauth_records')
      .where('id_hash', 'in', (query) =>
        query.selectFrom('oauth_records').select('id_hash').where('expires_at', '<=', now).limit(limit),
      )
      .where('expires_at', '<=', now),
  );
