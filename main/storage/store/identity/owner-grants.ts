import type { Queries } from '../../database/schema.ts';
import { tablesOf } from '../../database/tables.ts';
import { isStillOn, type OneTimeTokenRow, openTokens } from './one-time-tokens.ts';

/** The newest of the sessions in which a link was shown, whoever's it is. */
export const findViewingSession = async (db: Queries, tokenId: string): Promise<string | undefined> =>
  (
    await tablesOf(db)
      .selectFrom('token_disclosures')
      .innerJoin('sessions', 'sessions.id', 'token_disclosures.session_id')
      .select('sessions.id')
      .where('token_disclosures.token_id', '=', tokenId)
      .orderBy('sessions.created_at', 'desc')
      .orderBy('sessions.id')
      .limit(1)
      .executeTakeFirst()
  )?.id;

/** Voids the open links about owners that an account got elsewhere from `since` on: at an address that it doesn't have anymore. */
export const voidOwnerTokensElsewhere = (
  db: Queries,
  { id, email }: { id: string; email: string },
  now: number,
  since: number,
) =>
  openTokens(db, { userId: id })
    .set({ voided_at: now })
    .where('purpose', '=', 'undo_owner')
    .where('email', '!=', email)
    .where('created_at', '>=', since)
    .execute();

/** Voids the open links that undo someone's ownership: they are no owner anymore. */
export const voidOwnerTokensAbout = (db: Queries, ownerId: string, now: number) =>
  tablesOf(db)
    .updateTable('one_time_tokens')
    .set({ voided_at: now })
    .where('used_at', 'is', null)
    .where('voided_at', 'is', null)
    .where('purpose', '=', 'undo_owner')
    .where('subject_id', '=', ownerId)
    .execute();

/** How someone became an owner. */
export type OwnerGrant = Pick<
  OneTimeTokenRow,
  'subject_id' | 'session_id' | 'previous_role' | 'former_owner_id' | 'created_at'
>;

/** The owners whom some sessions made since a timestamp, whatever became of them or of the links about it, the latest first. */
export const listOwnerGrants = (db: Queries, sessionIds: readonly string[], since: number): Promise<OwnerGrant[]> =>
  sessionIds.length === 0
    ? Promise.resolve([])
    : ownerGrants(db)
        .where('session_id', 'in', sessionIds)
        .where('created_at', '>=', since)
        .orderBy('created_at', 'desc')
        .execute();

/** When and by whom someone became an owner after a timestamp, as far as links about it were sent, the latest first. */
export const listGrantsAbout = (db: Queries, ownerId: string, after: number): Promise<OwnerGrant[]> =>
  ownerGrants(db)
    .where('subject_id', '=', ownerId)
    .where('created_at', '>', after)
    .orderBy('created_at', 'desc')
    .execute();

const ownerGrants = (db: Queries) =>
  tablesOf(db)
    .selectFrom('one_time_tokens')
    .select(['subject_id', 'session_id', 'previous_role', 'former_owner_id', 'created_at'])
    .distinct()
    .where('purpose', '=', 'undo_owner');

/** Deletes what is known of how someone became an owner: whoever made them one now answers for it. */
export const deleteGrantsAbout = (db: Queries, ownerId: string) =>
  tablesOf(db)
    .deleteFrom('one_time_tokens')
    .where('purpose', '=', 'undo_owner')
    .where('subject_id', '=', ownerId)
    .execute();

const openOwnerTokens = (db: Queries, now: number) =>
  tablesOf(db)
    .selectFrom('one_time_tokens')
    .where('purpose', '=', 'undo_owner')
    .where('used_at', 'is', null)
    .where('voided_at', 'is', null)
    .where((eb) => isStillOn(eb, now));

/** How the owners became owners whom an account can undo with a link. */
export const listOpenOwnerTokens = (db: Queries, userId: string, now: number) =>
  openOwnerTokens(db, now).select(['session_id', 'created_at']).where('user_id', '=', userId).execute();

/** Whether an account can undo someone's ownership, and another account can't undo the same. */
export const canUndoMoreOwners = async (db: Queries, userId: string, otherId: string, now: number): Promise<boolean> =>
  (await openOwnerTokens(db, now)
    .select('id')
    .where('user_id', '=', userId)
    .where('subject_id', 'not in', openOwnerTokens(db, now).select('subject_id').where('user_id', '=', otherId))
    .limit(1)
    .executeTakeFirst()) !== undefined;
