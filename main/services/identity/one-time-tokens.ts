import { AppError } from '#shared/errors.ts';
import type { AppContext } from '../../context.ts';
import type { TransactionScope } from '../../database/database.ts';
import type { TokenPurpose } from '../../database/identity-schema.ts';
import type { Queries, WriteTransaction } from '../../database/schema.ts';
import { hashSecret } from '../../security/refresh-tokens.ts';
import {
  findToken,
  findTokenTenant,
  insertToken,
  isTokenOver,
  markTokenDisclosed,
  markTokenUsed,
  type OneTimeTokenRow,
  type TokenSubject,
  type Viewer,
  voidTokens,
} from '../../store/identity/one-time-tokens.ts';

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
}

/** A token and its secret: returned once, stored only as a hash. */
export interface IssuedToken {
  id: string;
  secret: string;
  expiresAt: number;
}

/** Issues a token and voids earlier ones of the same purpose, except those that undo an email change. */
export const issueToken = async (
  { clock, ids }: AppContext,
  tx: WriteTransaction,
  { purpose, subject, email, previousEmail, lifetimeMs, shownTo, shownToOperator = false }: NewToken,
): Promise<IssuedToken> => {
  const now = clock.now();
  const secret = ids.secret();
  const row: OneTimeTokenRow = {
    id: ids.id('link'),
    purpose,
    secret_hash: hashSecret(secret),
    user_id: 'userId' in subject ? subject.userId : null,
    invitation_id: 'invitationId' in subject ? subject.invitationId : null,
    email,
    previous_email: previousEmail ?? null,
    created_at: now,
    expires_at: now + lifetimeMs,
    used_at: null,
    voided_at: null,
    disclosed_at: shownToOperator ? now : null,
    subject_id: null,
    session_id: null,
    previous_role: null,
  };
  // After several changes, each earlier address can still undo its own.
  if (purpose !== 'cancel_email_change') await voidTokens(tx, subject, now, [purpose]);
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

/** @throws AppError LINK_INVALID, LINK_EXPIRED */
export const consumeToken = async (
  { clock }: AppContext,
  tx: WriteTransaction,
  purpose: TokenPurpose,
  secret: string,
): Promise<OneTimeTokenRow> => {
  const hash = hashSecret(secret);
  const token = await markTokenUsed(tx, purpose, hash, clock.now());
  return token ?? rejectToken(await findToken(tx, [purpose], hash), clock.now());
};

/** Reads a token without consuming it. @throws AppError LINK_INVALID, LINK_EXPIRED */
export const readToken = async (
  { clock }: AppContext,
  db: Queries,
  purpose: TokenPurpose,
  secret: string,
): Promise<OneTimeTokenRow> => {
  const token = await findToken(db, [purpose], hashSecret(secret));
  const now = clock.now();
  const usable = token && token.used_at === null && token.voided_at === null && !isTokenOver(token, now);
  return usable ? token : rejectToken(token, now);
};
