import { AppError } from '#shared/texts/errors.ts';
import type { Queries, WriteTransaction } from '../../storage/database/schema.ts';
import { deleteApiKeysSince } from '../../storage/store/identity/api-keys.ts';
import {
  additionPurposes,
  type OneTimeTokenRow,
  voidTokens,
  voidTokensShownTo,
  voidUndoingTokens,
} from '../../storage/store/identity/one-time-tokens.ts';
import { listOwnerGrants, voidOwnerTokensElsewhere } from '../../storage/store/identity/owner-grants.ts';
import { deleteSecondFactorsSince } from '../../storage/store/identity/second-factors.ts';
import { endSessions, listSessionIdsSince } from '../../storage/store/identity/sessions.ts';
import { claimAddress, findUser, type UserRow, updateUser } from '../../storage/store/identity/users.ts';
import { verifiedBy } from '../../storage/store/identity/verified-addresses.ts';
import { revokeInvitations } from '../../storage/store/team/invitations.ts';
import { isTenantClosed } from '../../storage/store/team/tenants.ts';
import type { AppContext } from '../context.ts';
import type { Client } from '../handler.ts';
import { takeBackGivenCustomRoles } from './take-back-custom-roles.ts';
import { takeBackOwnership } from './take-back-ownership.ts';
import { takeBackServiceAccounts } from './take-back-service-accounts.ts';
import { takeBackStanding } from './take-back-standing.ts';
import { withdrawDeletion } from './withdraw-deletion.ts';

/** A change to go back to before: of an account, and by which session, if one is known. */
interface Change {
  account: UserRow;
  /** Milliseconds since the epoch. */
  since: number;
  sessionId: string | null;
}

/**
 * The account that got a link that undoes a change, if the link may be used now: not while the account is disabled or the
 * organization closed. A scheduled deletion doesn't prevent undoing what was done to the account itself.
 * @throws AppError LINK_INVALID
 */
export const findUndoing = async (
  { clock }: Pick<AppContext, 'clock'>,
  db: Queries,
  { user_id, purpose }: OneTimeTokenRow,
): Promise<UserRow> => {
  const user = user_id === null ? undefined : await findUser(db, user_id);
  const isLeaving = user?.status === 'pending_deletion' && (user.delete_at ?? 0) > clock.now();
  if (!user || !(user.status === 'active' || (isLeaving && purpose !== 'undo_owner'))) {
    throw new AppError('LINK_INVALID');
  }
  if (await isTenantClosed(db, user.tenant_id)) throw new AppError('LINK_INVALID');
  return user;
};

/**
 * The account whose change a link undoes. A deletion that was scheduled since is withdrawn: it is one of the things that
 * whoever made the change could do.
 * @throws AppError LINK_INVALID
 */
export const reopenAccount = async (
  context: AppContext,
  tx: WriteTransaction,
  token: OneTimeTokenRow,
): Promise<UserRow> => {
  const user = await findUndoing(context, tx, token);
  return user.status === 'active' ? user : withdrawDeletion(context, tx, user);
};

/**
 * Gives an account its address of before the change back, and clears the password, which someone else may know.
 * @param proved whether the address's own mailbox got the link
 * @throws AppError EMAIL_TAKEN
 */
export const restoreAddress = async (
  { clockWatch }: AppContext,
  tx: WriteTransaction,
  account: UserRow,
  { email, proved }: { email: string; proved: boolean },
): Promise<UserRow> => {
  const cleared = { pending_email: null, password_hash: '' };
  if (account.email === email) {
    await updateUser(tx, account, cleared);
    return { ...account, ...cleared };
  }
  if (!(await claimAddress(tx, email, clockWatch.dueTime(), account.id))) throw new AppError('EMAIL_TAKEN');
  // A link that someone else has seen doesn't prove the mailbox.
  const verification = proved ? 'mailbox' : null;
  await updateUser(tx, account, { ...cleared, email, verification });
  return { ...account, ...cleared, email, ...verifiedBy(verification) };
};

/**
 * Ends what a change of an account made possible since (DECISION 0259): the session that made it and later ones, and
 * whatever these could have opened. Nothing older than the change goes.
 */
export const rollBack = async (
  context: AppContext,
  tx: WriteTransaction,
  { account, since, sessionId }: Change,
  client: Client,
): Promise<void> => {
  const now = context.clock.now();
  const sessions = await listSessionIdsSince(tx, account.id, since, sessionId);
  const grants = await listOwnerGrants(tx, sessions, since);
  await endSessions(tx, sessions, 'revoked', now);
  await deleteSecondFactorsSince(tx, account.id, since);
  await deleteApiKeysSince(tx, account.id, since);
  await takeBackServiceAccounts(context, tx, account.id, since, { account, client });
  await takeBackGivenCustomRoles(tx, account, account.id, since);
  await voidTokensShownTo(tx, account.id, now, { sessions: { only: sessions } });
  await voidTokens(tx, { userId: account.id }, now, [
    'change_email',
    'verify_email',
    'reset_password',
    'restore_account',
    'second_factor',
  ]);
  await revokeInvitations(tx, account.tenant_id, now, account.id, undefined, since);
  for (const grant of grants) await takeBackOwnership(context, tx, grant, { account, client });
  await takeBackStanding(context, tx, account.id, since, { account, client });
  // Those of later changes: whoever made them may read the mailbox that they were sent to. Links about owners stay, if they
  // were sent to the account's own: they may be about what another session did.
  await voidUndoingTokens(tx, account.id, now, since, additionPurposes);
  await voidOwnerTokensElsewhere(tx, account, now, since);
};
