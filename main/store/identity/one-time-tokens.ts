import type { Selectable } from 'kysely';
import type { Role } from '#shared/roles.ts';
import type { OneTimeTokenTable, Queries, TokenPurpose } from '../../database/schema.ts';

export type OneTimeTokenRow = Selectable<OneTimeTokenTable>;

/** What a token belongs to: an account or an invitation. */
export type TokenSubject = { userId: string } | { invitationId: string };

const open = (db: Queries, subject: TokenSubject) => {
  const update = db.updateTable('links').where('used_at', 'is', null).where('voided_at', 'is', null);
  return 'userId' in subject
    ? update.where('user_id', '=', subject.userId)
    : update.where('invitation_id', '=', subject.invitationId);
};

export const insertToken = (db: Queries, row: OneTimeTokenRow) => db.insertInto('links').values(row).execute();

/** Voids the open tokens of an account or invitation, for some purposes or all. */
export const voidTokens = (db: Queries, subject: TokenSubject, now: number, purposes?: readonly TokenPurpose[]) => {
  const update = open(db, subject).set({ voided_at: now });
  return (purposes === undefined ? update : update.where('purpose', 'in', purposes)).execute();
};

/** Consumes a token with one conditional write, so that only one caller wins. */
export const markTokenUsed = (
  db: Queries,
  purpose: TokenPurpose,
  secretHash: string,
  now: number,
): Promise<OneTimeTokenRow | undefined> =>
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

export const findToken = (
  db: Queries,
  purposes: readonly TokenPurpose[],
  secretHash: string,
): Promise<OneTimeTokenRow | undefined> =>
  db
    .selectFrom('links')
    .selectAll()
    .where('secret_hash', '=', secretHash)
    .where('purpose', 'in', purposes)
    .executeTakeFirst();

/** The tenant of a token's account or invitation. */
export const findTokenTenant = async (db: Queries, secretHash: string): Promise<string | undefined> => {
  const row = await db
    .selectFrom('links')
    .leftJoin('users', 'users.id', 'links.user_id')
    .leftJoin('invitations', 'invitations.id', 'links.invitation_id')
    .select(({ fn }) => fn.coalesce('users.tenant_id', 'invitations.tenant_id').as('tenant_id'))
    .where('links.secret_hash', '=', secretHash)
    .executeTakeFirst();
  return row?.tenant_id ?? undefined;
};

export const findTokenById = (db: Queries, id: string): Promise<OneTimeTokenRow | undefined> =>
  db.selectFrom('links').selectAll().where('id', '=', id).executeTakeFirst();

/** Records who, other than the mailbox's owner, has seen the token. */
export const markTokenDisclosed = async (db: Queries, id: string, userId: string, now: number): Promise<void> => {
  await db
    .updateTable('links')
    .set({ disclosed_at: now })
    .where('id', '=', id)
    .where('disclosed_at', 'is', null)
    .execute();
  await db
    .insertInto('link_disclosures')
    .values({ link_id: id, user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

/** Voids the open tokens that a user has seen, for all subjects or those with one of `roles`. */
export const voidTokensShownTo = (db: Queries, userId: string, now: number, roles?: readonly Role[]) =>
  db
    .updateTable('links')
    .set({ voided_at: now })
    .where('used_at', 'is', null)
    .where('voided_at', 'is', null)
    .where('id', 'in', (query) => query.selectFrom('link_disclosures').select('link_id').where('user_id', '=', userId))
    .$if(roles !== undefined, (query) =>
      query.where(({ eb, or, selectFrom }) =>
        or([
          eb(
            'user_id',
            'in',
            selectFrom('users')
              .select('id')
              .where('role', 'in', roles as Role[]),
          ),
          eb(
            'invitation_id',
            'in',
            selectFrom('invitations')
              .select('id')
              .where('role', 'in', roles as Role[]),
          ),
        ]),
      ),
    )
    .execute();

export const deleteTokensExpiredBefore = (db: Queries, before: number) =>
  db.deleteFrom('links').where('expires_at', '<', before).execute();
