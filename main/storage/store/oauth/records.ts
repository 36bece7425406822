import type { Selectable } from 'kysely';
import type { OauthRecordTable } from '../../database/oauth-schema.ts';
import type { Queries } from '../../database/schema.ts';
import { tablesOf } from '../../database/tables.ts';
import { changedOne, changedRows } from '../sql.ts';

export type OauthRecordRow = Selectable<OauthRecordTable>;

/** Stores a record, in place of an earlier one with its ID. Whether it is consumed stays as it is. */
export const saveOauthRecord = (db: Queries, row: OauthRecordRow) => {
  const { model, id_hash, consumed_at, ...changed } = row;
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
