import type { ExpressionBuilder, Selectable } from 'kysely';
import type { Role } from '#shared/rules/roles.ts';
import { isOver, latestEnd } from '../../../platform/remaining-wait.ts';
import type { OneTimeTokenTable, TokenPurpose } from '../../database/identity-schema.ts';
import type { Queries, Schema } from '../../database/schema.ts';
import { tablesOf } from '../../database/tables.ts';
import { changedRows, countOf } from '../sql.ts';

export type OneTimeTokenRow = Selectable<OneTimeTokenTable>;

/** What a token belongs to: an account or an invitation. */
export type TokenSubject = { userId: string } | { invitationId: string };

/** Links that undo a new passkey, authenticator app, API key or owner, or new recovery codes. */
export const undoPurposes = [
  'undo_passkey',
  'undo_authenticator',
  'undo_api_key',
  'undo_recovery_codes',
  'undo_owner',
] as const satisfies readonly TokenPurpose[];

/** Links that undo a change of the account itself. */
export const additionPurposes = [
  'cancel_email_change',
  'undo_passkey',
  'undo_authenticator',
  'undo_api_key',
  'undo_recovery_codes',
] as const satisfies readonly TokenPurpose[];

/**
 * Links that undo a change (DECISION 0259). Whoever made it must not be able to void them, so they outlive everything that
 * an account can do to itself, newer links of their kind, and being shown to anyone.
 */
export const undoingPurposes = ['cancel_email_change', ...undoPurposes] as const satisfies readonly TokenPurpose[];

/** Tokens of an account or invitation that can still be used, to change them. */
export const openTokens = (db: Queries, subject: TokenSubject) => {
  const update = tablesOf(db)
    .updateTable('one_time_tokens')
    .where('used_at', 'is', null)
    .where('voided_at', 'is', null);
  return 'userId' in subject
    ? update.where('user_id', '=', subject.userId)
    : update.where('invitation_id', '=', subject.invitationId);
};

export const insertToken = (db: Queries, row: OneTimeTokenRow) =>
  tablesOf(db).insertInto('one_time_tokens').values(row).execute();

/** Voids the open tokens of an account or invitation, for some purposes or all. */
export const voidTokens = (db: Queries, subject: TokenSubject, now: number, purposes?: readonly TokenPurpose[]) => {
  const update = openTokens(db, subject).set({ voided_at: now });
  return (purposes === undefined ? update : update.where('purpose', 'in', purposes)).execute();
};

/** Voids the open links that undo a change and that an account got from `since` on, those of some purposes. */
export const voidUndoingTokens = (
  db: Queries,
  userId: string,
  now: number,
  since: number,
  purposes: readonly TokenPurpose[],
) =>
  openTokens(db, { userId })
    .set({ voided_at: now })
    .where('purpose', 'in', purposes)
    .where('created_at', '>=', since)
    .execute();

/** How many usable links of a purpose an account was sent since a timestamp for what one session did. */
export const countUndoTokens = (
  db: Queries,
  { user_id, purpose, session_id }: Pick<OneTimeTokenRow, 'user_id' | 'purpose' | 'session_id'>,
  since: number,
): Promise<number> =>
  countOf(
    tablesOf(db)
      .selectFrom('one_time_tokens')
      .where('user_id', '=', user_id)
      .where('purpose', '=', purpose)
      .where('session_id', session_id === null ? 'is' : '=', session_id)
      .where('used_at', 'is', null)
      .where('voided_at', 'is', null)
      .where('created_at', '>', since),
  );

/** The opposite of {@link isTokenOver}, in SQL. */
export const isStillOn = ({ eb, and, ref }: ExpressionBuilder<Schema, 'one_time_tokens'>, now: number) =>
  and([
    eb('expires_at', '>', now),
    // Each side has one operator: Kysely sets no parentheses.
    eb(eb('created_at', '-', ref('expires_at')), '<=', eb(eb.val(latestEnd(now, 0)), '-', ref('created_at'))),
  ]);

/** Voids the open tokens of all accounts of a tenant. Those of its invitations end with the invitations. */
export const voidTokensOfTenant = (db: Queries, tenantId: string, now: number, purposes: readonly TokenPurpose[]) =>
  tablesOf(db)
    .updateTable('one_time_tokens')
    .set({ voided_at: now })
    .where('used_at', 'is', null)
    .where('voided_at', 'is', null)
    .where('purpose', 'in', purposes)
    .where('user_id', 'in', (query) => query.selectFrom('users').select('id').where('tenant_id', '=', tenantId))
    .execute();

/** Whether a token is past its lifetime, or from a clock that was further ahead than that. */
export const isTokenOver = ({ created_at, expires_at }: OneTimeTokenRow, now: number): boolean =>
  isOver(created_at, expires_at, now);

/** Consumes a token with one conditional write, so that only one caller wins. */
export const markTokenUsed = (
  db: Queries,
  purposes: readonly TokenPurpose[],
  secretHash: string,
  now: number,
): Promise<OneTimeTokenRow | undefined> =>
  tablesOf(db)
    .updateTable('one_time_tokens')
    .set({ used_at: now })
    .where('secret_hash', '=', secretHash)
    .where('purpose', 'in', purposes)
    .where('used_at', 'is', null)
    .where('voided_at', 'is', null)
    .where((eb) => isStillOn(eb, now))
    .returningAll()
    .executeTakeFirst();

export const findToken = (
  db: Queries,
  purposes: readonly TokenPurpose[],
  secretHash: string,
): Promise<OneTimeTokenRow | undefined> =>
  tablesOf(db)
    .selectFrom('one_time_tokens')
    .selectAll()
    .where('secret_hash', '=', secretHash)
    .where('purpose', 'in', purposes)
    .executeTakeFirst();

/** The tenant of a token's account or invitation. */
export const findTokenTenant = async (db: Queries, secretHash: string): Promise<string | undefined> => {
  const row = await tablesOf(db)
    .selectFrom('one_time_tokens')
    .leftJoin('users', 'users.id', 'one_time_tokens.user_id')
    .leftJoin('invitations', 'invitations.id', 'one_time_tokens.invitation_id')
    .select(({ fn }) => fn.coalesce('users.tenant_id', 'invitations.tenant_id').as('tenant_id'))
    .where('one_time_tokens.secret_hash', '=', secretHash)
    .executeTakeFirst();
  return row?.tenant_id ?? undefined;
};

export const findTokenById = (db: Queries, id: string): Promise<OneTimeTokenRow | undefined> =>
  tablesOf(db).selectFrom('one_time_tokens').selectAll().where('id', '=', id).executeTakeFirst();

/** A person who sees a token that isn't theirs; without a session if it was through an API key. */
export interface Viewer {
  userId: string;
  sessionId: string | undefined;
}

/** Records who, other than the mailbox's owner, has seen the token. */
export const markTokenDisclosed = async (
  db: Queries,
  id: string,
  { userId, sessionId = '' }: Viewer,
  now: number,
): Promise<void> => {
  await tablesOf(db)
    .updateTable('one_time_tokens')
    .set({ disclosed_at: now })
    .where('id', '=', id)
    .where('disclosed_at', 'is', null)
    .execute();
  await tablesOf(db)
    .insertInto('token_disclosures')
    .values({ token_id: id, user_id: userId, session_id: sessionId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

/** Who has been shown a token, other than by the mailbox: each once. */
export const listViewersOf = (db: Queries, tokenId: string) =>
  tablesOf(db)
    .selectFrom('users')
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('token_disclosures').select('user_id').where('token_id', '=', tokenId),
    )
    .select(['id', 'tenant_id', 'role'])
    .execute();

/** Some of a user's sessions: those named, or all but one. */
export type SomeSessions = { only: readonly string[] } | { except: string };

/** Voids open tokens that may have been shown to someone. Links that undo a change stay: they let no one in. */
const voidShowable = (db: Queries, now: number) =>
  tablesOf(db)
    .updateTable('one_time_tokens')
    .set({ voided_at: now })
    .where('used_at', 'is', null)
    .where('voided_at', 'is', null)
    .where('purpose', 'not in', undoingPurposes);

/** Voids the open tokens that anyone was shown. */
export const voidShownTokens = (db: Queries, now: number) =>
  voidShowable(db, now)
    .where('id', 'in', ({ selectFrom }) => selectFrom('token_disclosures').select('token_id'))
    .execute();

/**
 * Voids the open tokens that a user has seen, for all subjects or those with one of `roles`, and in all sessions or
 * some. What was seen outside of a session counts as seen in any.
 */
export const voidTokensShownTo = (
  db: Queries,
  userId: string,
  now: number,
  { roles, sessions }: { roles?: readonly Role[]; sessions?: SomeSessions } = {},
) =>
  voidShowable(db, now)
    .where('id', 'in', ({ selectFrom }) => {
      const shown = selectFrom('token_disclosures').select('token_id').where('user_id', '=', userId);
      if (sessions === undefined) return shown;
      return 'only' in sessions
        ? shown.where('session_id', 'in', ['', ...sessions.only])
        : shown.where('session_id', '!=', sessions.except);
    })
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

/** Deletes up to `limit` tokens that expired before a timestamp. Returns how many. */
export const deleteTokensExpiredBefore = (db: Queries, before: number, limit: number): Promise<number> =>
  changedRows(
    tablesOf(db)
      .deleteFrom('one_time_tokens')
      .where('id', 'in', (query) =>
        query
          .selectFrom('one_time_tokens')
          .select('id')
          .where('expires_at', '<', before)
          .limit(limit)
          .forUpdate()
          .skipLocked(),
      ),
  );

/** The links that an account was sent or shown, the newest first, without what proves them. */
export const listTokensOf = (db: Queries, userId: string) =>
  tablesOf(db)
    .selectFrom('one_time_tokens')
    .select(['id', 'purpose', 'email', 'created_at', 'expires_at', 'used_at', 'voided_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .execute();
