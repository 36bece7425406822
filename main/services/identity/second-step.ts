import type { FirstStep } from '#shared/rules/sign-in-methods.ts';
import { AppError } from '#shared/texts/errors.ts';
import type { Queries, WriteTransaction } from '../../storage/database/schema.ts';
import { findUser, type UserRow } from '../../storage/store/identity/users.ts';
import { findTenant } from '../../storage/store/team/tenants.ts';
import type { AppContext } from '../context.ts';
import type { Client } from '../handler.ts';
import { consumeToken, readToken } from './one-time-tokens.ts';
import { restoreMembership } from './withdraw-deletion.ts';

/** Whose sign-in waits for its second step. @throws AppError LINK_INVALID, LINK_EXPIRED */
export const findSecondStep = async (context: AppContext, db: Queries, secret: string): Promise<UserRow> => {
  const { user_id } = await readToken(context, db, 'second_factor', secret);
  const account = await findUser(db, user_id ?? '');
  if (account?.status !== 'active' && account?.status !== 'pending_deletion') throw new AppError('LINK_INVALID');
  return account;
};

/**
 * Consumes the token of a sign-in whose second step was right. Deleting an account ends the sign-ins that wait, so one of an
 * account that is scheduled for deletion began with the token that restores it: only now, as the password isn't enough.
 * @throws AppError LINK_INVALID, LINK_EXPIRED
 */
export const takeSecondStep = async (
  context: AppContext,
  tx: WriteTransaction,
  secret: string,
  client: Client,
): Promise<{ user: UserRow; first: FirstStep }> => {
  const { user_id, first_step } = await consumeToken(context, tx, 'second_factor', secret);
  const user = await findUser(tx, user_id ?? '');
  if (!user) throw new AppError('LINK_INVALID');
  const first = first_step ?? 'password';
  // The policy may have ended since the link was opened (DECISION 0326).
  if (first === 'email_link' && (await findTenant(tx, user.tenant_id)).email_sign_in === 0) {
    throw new AppError('LINK_INVALID');
  }
  return { user: user.status === 'active' ? user : await restoreMembership(context, tx, user, client), first };
};
