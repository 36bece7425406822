import type { Selectable } from 'kysely';
import type { MailHoldTable } from '../../database/mail-schema.ts';
import type { Queries } from '../../database/schema.ts';
import { tablesOf } from '../../database/tables.ts';
import { changedOne } from '../sql.ts';

export type MailHoldRow = Omit<Selectable<MailHoldTable>, 'id'>;

const only = 1;

export const findMailHold = (db: Queries): Promise<MailHoldRow | undefined> =>
  tablesOf(db).selectFrom('mail_hold').select(['reason', 'held_at']).where('id', '=', only).executeTakeFirst();

/** Holds the email of all tenants. Replaces an earlier hold. */
export const holdMail = (db: Queries, row: MailHoldRow) =>
  tablesOf(db)
    .insertInto('mail_hold')
    .values({ id: only, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute();

/** Ends the hold; false if there was none. */
export const releaseMail = (db: Queries): Promise<boolean> =>
  changedOne(tablesOf(db).deleteFrom('mail_hold').where('id', '=', only));
