import type { contract } from '#shared/contract/index.ts';
import { AppError } from '#shared/texts/errors.ts';
import { removeFromGroup } from '../../storage/store/groups/group-members.ts';
import { findAnyMember } from '../../storage/store/identity/users.ts';
import type { Handler } from '../handler.ts';
import { changeGroupMembers } from './change-group-members.ts';

export const removeGroupMembers: Handler<typeof contract.groups.removeGroupMembers> = (
  context,
  { tenant_id, group_id, user_ids },
  call,
) =>
  changeGroupMembers(context, call, {
    action: 'removeGroupMembers',
    ...{ group_id, user_ids },
    async change(tx, _caller, group, userId) {
      const member = await findAnyMember(tx, tenant_id, userId);
      if (!member || !(await removeFromGroup(tx, group.id, member.id))) throw new AppError('MEMBER_NOT_FOUND');
      return member;
    },
  });
