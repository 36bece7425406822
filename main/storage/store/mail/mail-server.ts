import type { Selectable } from 'kysely';
import type { MailServerTable } from '../../database/mail-schema.ts';
import type { Queries } from '../../database/schema.ts';
import { tablesOf } from '../../database/tables.ts';
import { changedOne } from '../sql.ts';

/** The mail server configured in the console. */
export type MailServerRow = Omit<Selectable<MailServerTable>, 'id'>;

const only = 1;

const columns = [
  'host',
  'port',
  'security',
  'username',
  'sealed_password',
  'sender_name',
  'sender_address',
  'updated_at',
] as const;

export const findMailServer = (db: Queries): Promise<MailServerRow | undefined> =>
  tablesOf(db).selectFrom('mail_server').select(columns).where('id', '=', only).executeTakeFirst();

/** Stores the mail server and replaces any earlier one. */
export const saveMailServer = (db: Queries, row: MailServerRow) =>
  tablesOf(db)
    .insertInto('mail_server')
    .values({ id: only, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute();

/** Deletes the mail server; false if none was set. */
export const deleteMailServer = (db: Queries): Promise<boolean> =>
  changedOne(tablesOf(db).deleteFrom('mail_server').where('id', '=', only));
