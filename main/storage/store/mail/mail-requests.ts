import type { Selectable } from 'kysely';
import type { MailRequestTable } from '../../database/mail-schema.ts';
import type { Queries } from '../../database/schema.ts';
import { tablesOf } from '../../database/tables.ts';
import { changedOne } from '../sql.ts';

export type MailRequestRow = Selectable<MailRequestTable>;

/** Adds a request, unless the same one is waiting. The link goes to the browser that asked last, and its email says from where. */
export const insertMailRequest = (db: Queries, row: MailRequestRow) =>
  tablesOf(db)
    .insertInto('mail_requests')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['kind', 'email']).doUpdateSet({ browser_hash: row.browser_hash, ip_address: row.ip_address }),
    )
    .execute();

/** The oldest request of the next address: they take turns. `after` is the address whose turn was last. */
export const nextMailRequest = (db: Queries, after: string): Promise<MailRequestRow | undefined> =>
  tablesOf(db)
    .selectFrom('mail_requests')
    .selectAll()
    .orderBy(({ case: when }) => when().when('ip_address', '<=', after).then(1).else(0).end())
    .orderBy('ip_address')
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();

/** Removes a request; true for only one caller. */
export const deleteMailRequest = (db: Queries, id: string): Promise<boolean> =>
  changedOne(tablesOf(db).deleteFrom('mail_requests').where('id', '=', id));
