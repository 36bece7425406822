import { AppError } from '#shared/texts/errors.ts';
import type { WriteTransaction } from '../../storage/database/schema.ts';
import { markRestored } from '../../storage/store/identity/account-standing.ts';
import type { UserRow } from '../../storage/store/identity/users.ts';
import { isTenantClosed, keepTenant } from '../../storage/store/team/tenants.ts';
import type { AppContext } from '../context.ts';
import type { Client } from '../handler.ts';
import { accountActor, recordEvent, userTarget } from '../recording/record-event.ts';
import { endAuthority } from './end-authority.ts';

/**
 * Cancels the scheduled deletion of an account, and of its tenant if that was to go with it.
 * @throws AppError LINK_INVALID if the grace period is over, or the operator has closed the organization
 */
export const withdrawDeletion = async (
  { clock }: Pick<AppContext, 'clock'>,
  tx: WriteTransaction,
  user: UserRow,
): Promise<UserRow> => {
  const isRestored = await markRestored(tx, user.id, clock.now());
  if (!isRestored || (await isTenantClosed(tx, user.tenant_id))) throw new AppError('LINK_INVALID');
  await keepTenant(tx, user.tenant_id);
  return { ...user, status: 'active', delete_at: null };
};

/** Restores an account for whoever has signed in to it completely (DECISION 0012). @throws AppError LINK_INVALID */
export const restoreMembership = async (
  context: AppContext,
  tx: WriteTransaction,
  user: UserRow,
  client: Client,
): Promise<UserRow> => {
  const restored = await withdrawDeletion(context, tx, user);
  await endAuthority(context, tx, restored, 'restored');
  const actor = accountActor(restored);
  await recordEvent(context, tx, { action: 'restoreAccount', actor, client, target: userTarget(restored) });
  return restored;
};
