import type { contract } from '#shared/contract/index.ts';
import { AppError } from '#shared/errors.ts';
import { governs } from '#shared/permissions.ts';
import type { Role } from '#shared/roles.ts';
import { changeUserRole, findMember } from '../../store/users.ts';
import { presentMember } from '../common/presenters.ts';
import { recordEvent, userTarget } from '../common/record-event.ts';
import type { Handler } from '../handler.ts';
import { revokeUngovernedInvitations } from './revoke-ungoverned-invitations.ts';

/** Seed 000 §4 #14. An active owner always remains, also when two owners act at once. */
export const changeRole: Handler<typeof contract.team.changeRole> = async (context, input, { caller, client }) => {
  const { db, clock } = context;
  const { tenant_id, user_id, role } = input;
  return db.transaction(async (tx) => {
    const member = await findMember(tx, tenant_id, user_id);
    if (!member) throw new AppError('MEMBER_NOT_FOUND');
    const actor = await findMember(tx, tenant_id, caller.user.id);
    const mayGovern = (of: Role): boolean => governs(caller.governingRole, of) && governs(actor?.role ?? 'member', of);
    if (!actor || !mayGovern(member.role) || !mayGovern(role)) {
      throw new AppError('ROLE_NOT_ALLOWED');
    }
    if (member.status !== 'active') throw new AppError('MEMBER_NOT_FOUND');
    if (member.role !== role && !(await changeUserRole(tx, tenant_id, user_id, member.role, role))) {
      throw new AppError('LAST_OWNER');
    }
    await revokeUngovernedInvitations(tx, { ...member, role }, clock.now());
    if (member.role !== role) {
      await recordEvent(context, tx, {
        action: 'changeRole',
        actor: caller.user,
        client,
        target: userTarget(member),
        details: { from: member.role, to: role },
      });
    }
    return { success: true, user: presentMember({ ...member, role }) };
  });
};
