import type { Selectable } from 'kysely';
import type { MailRequestTable, Queries } from '../../database/schema.ts';
import { changedOne } from '../sql.ts';

export type MailRequestRow = Selectable<MailRequestTable>;

export const insertMailRequest = (db: Queries, row: MailRequestRow) =>
  db.insertInto('mail_requests').values(row).execute();

export const nextMailRequest = (db: Queries): Promise<MailRequestRow | undefined> =>
  db.selectFrom('mail_requests').selectAll().orderBy('created_at').orderBy('id').limit(1).executeTakeFirst();

/** Removes a request; true for only one caller. */
export const deleteMailRequest = (db: Queries, id: string): Promise<boolean> =>
  changedOne(db.deleteFrom('mail_requests').where('id', '=', id));
