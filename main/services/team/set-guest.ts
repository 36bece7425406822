import type { contract } from '#shared/contract/index.ts';
import { mayBeGuest } from '#shared/rules/roles.ts';
import { AppError } from '#shared/texts/errors.ts';
import { takeAllFromMember } from '../../storage/store/custom-roles/custom-role-holders.ts';
import { listGrantedToPerson } from '../../storage/store/custom-roles/granted.ts';
import { markGuest } from '../../storage/store/identity/account-standing.ts';
import type { Handler } from '../handler.ts';
import { assertActive } from '../identity/assert-active.ts';
import { confirmGiving } from '../identity/confirm-giving.ts';
import { endAuthority } from '../identity/end-authority.ts';
import { findGovernedMember } from '../identity/find-governed-member.ts';
import { noticeOrigin } from '../identity/notices.ts';
import { notifyOfRole } from '../identity/owner-notices.ts';
import { recordEvent, userTarget } from '../recording/record-event.ts';

/**
 * DECISION 0324: makes a member a guest, or a guest a member, from their next request on. A guest loses what a lower role would take,
 * and their custom roles.
 */
export const setGuest: Handler<typeof contract.team.setGuest> = async (
  context,
  { user_id, guest },
  { client, transaction },
) =>
  transaction(async (tx, caller) => {
    const member = await findGovernedMember(tx, caller, user_id);
    assertActive(member);
    if (guest && !mayBeGuest(member.role)) throw new AppError('STATE_CONFLICT', { reason: 'guest_role' });
    const message = guest ? 'This member is a guest.' : 'This member is no guest.';
    if (guest === (member.guest === 1)) return { success: true, message };
    // What their groups give holds from now on.
    if (!guest) await confirmGiving(tx, caller, () => listGrantedToPerson(tx, member.id));
    await markGuest(tx, member.tenant_id, member.id, guest);
    if (guest) {
      await takeAllFromMember(tx, member.id);
      await endAuthority(context, tx, member, 'demoted', { role: member.role });
    }
    const details = { guest };
    await recordEvent(context, tx, {
      action: 'setGuest',
      actor: caller.user,
      client,
      target: userTarget(member),
      details,
    });
    await notifyOfRole(context, tx, { ...member, guest: guest ? 1 : 0 }, noticeOrigin(caller.user, client));
    return { success: true, message };
  });
