import type { Selectable } from 'kysely';
import type { LinkPurpose, LinkTable, Queries } from '../database/schema.ts';

export type LinkRow = Selectable<LinkTable>;

/** Whom a link belongs to: an account or an invitation. */
export type LinkSubject = { userId: string } | { invitationId: string };

const open = (db: Queries, subject: LinkSubject) => {
  const update = db.updateTable('links').where('used_at', 'is', null).where('voided_at', 'is', null);
  return 'userId' in subject
    ? update.where('user_id', '=', subject.userId)
    : update.where('invitation_id', '=', subject.invitationId);
};

export const insertLink = (db: Queries, row: LinkRow) => db.insertInto('links').values(row).execute();

/** Voids the open links of somebody, of some purposes or of all. */
export const voidLinks = (db: Queries, subject: LinkSubject, now: number, purposes?: readonly LinkPurpose[]) =>
  open(db, subject)
    .set({ voided_at: now })
    .$if(purposes !== undefined, (query) => query.where('purpose', 'in', purposes as LinkPurpose[]))
    .execute();

/** Uses a link up: one conditional write, won by one caller. */
export const redeemLink = (
  db: Queries,
  purpose: LinkPurpose,
  secretHash: string,
  now: number,
): Promise<LinkRow | undefined> =>
  db
    .updateTable('links')
    .set({ used_at: now })
    .where('secret_hash', '=', secretHash)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('voided_at', 'is', null)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst();

export const findLink = (
  db: Queries,
  purposes: readonly LinkPurpose[],
  secretHash: string,
): Promise<LinkRow | undefined> =>
  db
    .selectFrom('links')
    .selectAll()
    .where('secret_hash', '=', secretHash)
    .where('purpose', 'in', purposes)
    .executeTakeFirst();

export const findLinkById = (db: Queries, id: string): Promise<LinkRow | undefined> =>
  db.selectFrom('links').selectAll().where('id', '=', id).executeTakeFirst();

/** Notes that somebody but the mailbox's owner has seen the link. */
export const discloseLink = (db: Queries, id: string, now: number) =>
  db.updateTable('links').set({ disclosed_at: now }).where('id', '=', id).where('disclosed_at', 'is', null).execute();

export const deleteLinksExpiredBefore = (db: Queries, before: number) =>
  db.deleteFrom('links').where('expires_at', '<', before).execute();
