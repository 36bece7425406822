import { latestEnd } from '../../../platform/remaining-wait.ts';
import type { Queries } from '../../database/schema.ts';
import { tablesOf } from '../../database/tables.ts';
import { changedRows } from '../sql.ts';

/** Treats the devices that an account has signed in on as unknown ones from now on. */
export const forgetDevices = (db: Queries, userId: string, now: number) =>
  tablesOf(db).updateTable('users').set({ devices_known_from: now }).where('id', '=', userId).execute();

/** Up to `limit` accounts whose devices were forgotten by a clock that was ahead. Reads all accounts. */
export const listForgottenAhead = async (db: Queries, now: number, limit: number): Promise<string[]> => {
  const rows = await tablesOf(db)
    .selectFrom('users')
    .select('id')
    .where('devices_known_from', '>', latestEnd(now, 0))
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
};

/** Corrects such accounts: otherwise no device of theirs would be known until that time has come. Returns how many. */
export const correctForgottenDevices = (db: Queries, now: number, ids: readonly string[]): Promise<number> =>
  changedRows(
    tablesOf(db)
      .updateTable('users')
      .set({ devices_known_from: now })
      .where('id', 'in', (query) =>
        query
          .selectFrom('users')
          .select('id')
          .where('id', 'in', ids)
          .where('devices_known_from', '>', latestEnd(now, 0))
          .forUpdate()
          .skipLocked(),
      ),
  );
