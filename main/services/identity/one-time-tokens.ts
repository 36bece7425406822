import type { Standing } from '#shared/rules/roles.ts';
import { AppError } from '#shared/texts/errors.ts';
import { hashSecret } from '../../security/refresh-tokens.ts';
import type { TransactionScope } from '../../storage/database/database.ts';
import type { TokenPurpose } from '../../storage/database/identity-schema.ts';
import type { Queries, WriteTransaction } from '../../storage/database/schema.ts';
import {
  findToken,
  findTokenTenant,
  insertToken,
  isTokenOver,
  markTokenDisclosed,
  markTokenUsed,
  type OneTimeTokenRow,
  type TokenSubject,
  undoingPurposes,
  type Viewer,
  voidTokens,
} from '../../storage/store/identity/one-time-tokens.ts';
import type { AppContext } from '../context.ts';

export interface NewToken {
  purpose: TokenPurpose;
  subject: TokenSubject;
  email: string;
  previousEmail?: string;
  /** Milliseconds. */
  lifetimeMs: number;
  /** To whom the link is shown instead of the mailbox's owner. */
  shownTo?: Viewer;
  /** Whether the operator sees the link, so that it doesn't prove the mailbox. */
  shownToOperator?: boolean;
  /** The change that the link undoes. */
  undoes?: UndoneChange;
  /** The hash of another secret, without which the token is worth nothing. */
  boundTo?: string | undefined;
  /** What the sign-in began with, if not with the password. */
  firstStep?: OneTimeTokenRow['first_step'];
}

/** A change that a link undoes, and how to go back to before it. */
export interface UndoneChange {
  /** When it was made, in milliseconds since the epoch. */
  at: number;
  /** The session that made it, if one did. */
  sessionId: string | undefined;
  /** The passkey, the API key, or the account that became an owner. */
  subjectId?: string;
  previousRole?: Standing | null;
  /** The owner who became an admin by the same change. */
  formerOwnerId?: string | undefined;
}

/** A token and its secret: returned once, stored only as a hash. */
export interface IssuedToken {
  id: string;
  secret: string;
  expiresAt: number;
}

/** Whether a link undoes a change. */
export const isUndoing = (purpose: TokenPurpose): boolean =>
  (undoingPurposes as readonly TokenPurpose[]).includes(purpose);

/** What a token that is bound to another secret is stored and found by. */
export const boundSecret = (secret: string, boundTo: string): string => `${secret} ${boundTo}`;

/** Those of which several may be open: links that undo a change, and those of several browsers. */
const isOneOfSeveral = (purpose: TokenPurpose): boolean => isUndoing(purpose) || purpose === 'sign_in_link';

/** Issues a token and voids earlier ones of the same purpose, unless several may be open. */
export const issueToken = async (
  { clock, ids }: AppContext,
  tx: WriteTransaction,
  {
    purpose,
    subject,
    email,
    previousEmail,
    lifetimeMs,
    shownTo,
    shownToOperator = false,
    undoes,
    boundTo,
    firstStep = null,
  }: NewToken,
): Promise<IssuedToken> => {
  const now = clock.now();
  const secret = ids.secret();
  const row: OneTimeTokenRow = {
    id: ids.id('link'),
    purpose,
    secret_hash: hashSecret(boundTo === undefined ? secret : boundSecret(secret, boundTo)),
    user_id: 'userId' in subject ? subject.userId : null,
    invitation_id: 'invitationId' in subject ? subject.invitationId : null,
    email,
    previous_email: previousEmail ?? null,
    // Of the change, so that what came with it isn't older.
    created_at: undoes?.at ?? now,
    expires_at: now + lifetimeMs,
    used_at: null,
    voided_at: null,
    disclosed_at: shownToOperator ? now : null,
    first_step: firstStep,
    subject_id: undoes?.subjectId ?? null,
    session_id: undoes?.sessionId ?? null,
    previous_role: undoes?.previousRole ?? null,
    former_owner_id: undoes?.formerOwnerId ?? null,
  };
  // After several changes, each can still be undone. Whoever asks for a link to sign in ends none of another browser.
  if (!isOneOfSeveral(purpose)) await voidTokens(tx, subject, now, [purpose]);
  await insertToken(tx, row);
  if (shownTo !== undefined) await markTokenDisclosed(tx, row.id, shownTo, now);
  return { id: row.id, secret, expiresAt: row.expires_at };
};

/** The scope of a transaction that consumes a token: its tenant, or none if there is no such token. */
export const tokenScope = async ({ db }: AppContext, secret: string): Promise<TransactionScope> => ({
  tenant: await findTokenTenant(db.read, hashSecret(secret)),
});

/** @throws AppError LINK_INVALID or LINK_EXPIRED, always */
export const rejectToken = (token: OneTimeTokenRow | undefined, now: number): never => {
  const merelyExpired = token && token.used_at === null && token.voided_at === null && isTokenOver(token, now);
  throw new AppError(merelyExpired ? 'LINK_EXPIRED' : 'LINK_INVALID');
};

const listed = (purpose: TokenPurpose | readonly TokenPurpose[]): readonly TokenPurpose[] =>
  typeof purpose === 'string' ? [purpose] : purpose;

/** @throws AppError LINK_INVALID, LINK_EXPIRED */
export const consumeToken = async (
  { clock }: AppContext,
  tx: WriteTransaction,
  purpose: TokenPurpose | readonly TokenPurpose[],
  secret: string,
): Promise<OneTimeTokenRow> => {
  const hash = hashSecret(secret);
  const purposes = listed(purpose);
  const token = await markTokenUsed(tx, purposes, hash, clock.now());
  return token ?? rejectToken(await findToken(tx, purposes, hash), clock.now());
};

/** Reads a token without consuming it. @throws AppError LINK_INVALID, LINK_EXPIRED */
export const readToken = async (
  { clock }: AppContext,
  db: Queries,
  purpose: TokenPurpose | readonly TokenPurpose[],
  secret: string,
): Promise<OneTimeTokenRow> => {
  const token = await findToken(db, listed(purpose), hashSecret(secret));
  const now = clock.now();
  const usable = token && token.used_at === null && token.voided_at === null && !isTokenOver(token, now);
  return usable ? token : rejectToken(token, now);
};
