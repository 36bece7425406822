import type { Queries } from '../../database/schema.ts';
import { tablesOf } from '../../database/tables.ts';
import { changedOne } from '../sql.ts';
import type { OauthRecordRow } from './records.ts';

/** The device that waits for someone to type its code, by the hashes that the code may have. */
export const findOpenDevice = (
  db: Queries,
  codeHashes: readonly string[],
  now: number,
): Promise<OauthRecordRow | undefined> =>
  tablesOf(db)
    .selectFrom('oauth_records')
    .selectAll()
    .where('model', '=', 'DeviceCode')
    .where('uid_hash', 'in', codeHashes)
    .where('user_id', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();

/** Stores what someone has decided about a device. True for the one who did first. */
export const decideOnDevice = (
  db: Queries,
  idHash: string,
  decision: Pick<OauthRecordRow, 'payload' | 'user_id' | 'session_id' | 'grant_hash'>,
): Promise<boolean> =>
  changedOne(
    tablesOf(db)
      .updateTable('oauth_records')
      .set(decision)
      .where('id_hash', '=', idHash)
      .where('model', '=', 'DeviceCode')
      .where('user_id', 'is', null),
  );
