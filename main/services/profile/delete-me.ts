import type { contract } from '#shared/contract/index.ts';
import { lifetimesMs } from '#shared/rules/limits.ts';
import { isOwner } from '#shared/rules/permissions.ts';
import { AppError } from '#shared/texts/errors.ts';
import { given } from '../../mail/mail-params.ts';
import { toIso } from '../../platform/clock.ts';
import { markPendingDeletion } from '../../storage/store/identity/account-standing.ts';
import { countOthers, otherOwners, ownerCandidates } from '../../storage/store/identity/users.ts';
import { revokeInvitations } from '../../storage/store/team/invitations.ts';
import { scheduleTenantDeletion } from '../../storage/store/team/tenants.ts';
import type { Handler } from '../handler.ts';
import { assertOwnerCanAct } from '../identity/assert-owner-can-act.ts';
import { endAuthority } from '../identity/end-authority.ts';
import { notifyOfLeaving } from '../identity/member-news.ts';
import { notified, sendNotice, tenantParams } from '../identity/notices.ts';
import { recordEvent, userTarget } from '../recording/record-event.ts';

const confirmationWord = 'DELETE';
const candidatesNamed = 10;

/**
 * Seed 000 §4 #19 and §3: access ends at once, data is deleted after the grace period. If no member remains, the tenant
 * is deleted too.
 */
export const deleteMe: Handler<typeof contract.profile.deleteMe> = async (
  context,
  { confirmation, password },
  { client, confirmPassword, transaction },
) => {
  const { clock } = context;
  if (confirmation !== confirmationWord) throw new AppError('CONFIRMATION_REQUIRED');
  await confirmPassword(password);
  const deleteAt = await transaction(async (tx, caller) => {
    const { id, tenantId, role } = caller.user;
    const now = clock.now();
    const due = now + lifetimesMs.deletionGrace;
    const isLast = (await countOthers(tx, tenantId, id)) === 0;
    const others = await otherOwners(tx, tenantId, id);
    if (!isLast && isOwner(role) && others.length === 0) {
      const candidates = await ownerCandidates(tx, tenantId, id, candidatesNamed);
      throw new AppError('LAST_OWNER', {
        reason: candidates.length > 0 ? 'members_remain' : 'scheduled_members_remain',
        candidates: candidates.map((user) => ({ user_id: user.id, name: user.name })),
      });
    }
    if (isOwner(role)) await assertOwnerCanAct(context, tx, tenantId, others);
    if (!(await markPendingDeletion(tx, id, due))) throw new AppError('SESSION_ENDED', { reason: 'deleted' });
    await endAuthority(context, tx, { id, tenant_id: tenantId }, 'left');
    if (isLast) {
      await revokeInvitations(tx, tenantId, now);
      await scheduleTenantDeletion(tx, tenantId, due);
    }
    const scheduled = { ...(await tenantParams(tx, tenantId)), due: given.time(due) };
    const origin = { by: caller.user, client };
    await sendNotice(context, tx, notified(caller.user), 'deletion_scheduled', origin, scheduled);
    await notifyOfLeaving(context, tx, notified(caller.user), due);
    await recordEvent(context, tx, {
      action: 'deleteMe',
      actor: caller.user,
      client,
      target: userTarget(caller.user),
      details: { scheduled_deletion: toIso(due), with_team: isLast },
    });
    return due;
  });
  return {
    success: true,
    scheduled_deletion: toIso(deleteAt),
    message: 'Account deletion scheduled. Sign in before then to restore your account.',
  };
};
