import { AppError } from '#shared/errors.ts';
import type { AppContext } from '../../context.ts';
import type { LinkPurpose, Queries, WriteTransaction } from '../../database/schema.ts';
import { hashSecret } from '../../security/refresh-tokens.ts';
import { findLink, insertLink, type LinkRow, type LinkSubject, redeemLink, voidLinks } from '../../store/links.ts';

export interface NewLink {
  purpose: LinkPurpose;
  subject: LinkSubject;
  email: string;
  previousEmail?: string;
  /** Milliseconds. */
  lifetime: number;
  /** Handed to somebody other than the mailbox's owner from the start. */
  disclosed?: boolean;
}

/** A link and its secret, which is told once and stored as a hash. */
export interface IssuedLink {
  id: string;
  secret: string;
  expiresAt: number;
}

/** Issues a link; older ones of the same purpose are void from now on, but for those that undo something. */
export const issueLink = async (
  { clock, ids }: AppContext,
  tx: WriteTransaction,
  { purpose, subject, email, previousEmail, lifetime, disclosed }: NewLink,
): Promise<IssuedLink> => {
  const now = clock.now();
  const secret = ids.secret();
  const row: LinkRow = {
    id: ids.id('link'),
    purpose,
    secret_hash: hashSecret(secret),
    user_id: 'userId' in subject ? subject.userId : null,
    invitation_id: 'invitationId' in subject ? subject.invitationId : null,
    email,
    previous_email: previousEmail ?? null,
    created_at: now,
    expires_at: now + lifetime,
    used_at: null,
    voided_at: null,
    disclosed_at: disclosed ? now : null,
  };
  // Each address of a chain of changes keeps its own way back.
  if (purpose !== 'cancel_email_change') await voidLinks(tx, subject, now, [purpose]);
  await insertLink(tx, row);
  return { id: row.id, secret, expiresAt: row.expires_at };
};

/** Why a link cannot be used. @throws AppError LINK_INVALID or LINK_EXPIRED, always. */
export const refuseLink = (link: LinkRow | undefined, now: number): never => {
  const merelyExpired = link && link.used_at === null && link.voided_at === null && link.expires_at <= now;
  throw new AppError(merelyExpired ? 'LINK_EXPIRED' : 'LINK_INVALID');
};

/** Uses a link up. @throws AppError LINK_INVALID, LINK_EXPIRED */
export const useLink = async (
  { clock }: AppContext,
  tx: WriteTransaction,
  purpose: LinkPurpose,
  secret: string,
): Promise<LinkRow> => {
  const hash = hashSecret(secret);
  const link = await redeemLink(tx, purpose, hash, clock.now());
  return link ?? refuseLink(await findLink(tx, [purpose], hash), clock.now());
};

/** Reads a link without using it up. @throws AppError LINK_INVALID, LINK_EXPIRED */
export const readLink = async (
  { clock }: AppContext,
  db: Queries,
  purpose: LinkPurpose,
  secret: string,
): Promise<LinkRow> => {
  const link = await findLink(db, [purpose], hashSecret(secret));
  const now = clock.now();
  const usable = link && link.used_at === null && link.voided_at === null && link.expires_at > now;
  return usable ? link : refuseLink(link, now);
};
