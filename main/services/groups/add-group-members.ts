import type { contract } from '#shared/contract/index.ts';
import { found } from '../../platform/app-error.ts';
import { addToGroup } from '../../storage/store/groups/group-members.ts';
import { findMember } from '../../storage/store/identity/users.ts';
import type { Handler } from '../handler.ts';
import { actingPerson } from '../identity/seen-workspaces.ts';
import { changeGroupMembers } from './change-group-members.ts';

/** Whoever is a member already stays one. */
export const addGroupMembers: Handler<typeof contract.groups.addGroupMembers> = (
  context,
  { tenant_id, group_id, user_ids },
  call,
) =>
  changeGroupMembers(context, call, {
    action: 'addGroupMembers',
    ...{ group_id, user_ids },
    async change(tx, caller, group, userId) {
      const member = found(await findMember(tx, tenant_id, userId), 'MEMBER_NOT_FOUND');
      const grant = { by: actingPerson(caller)?.id ?? null, at: context.clock.now() };
      return (await addToGroup(tx, group.id, member.id, grant)) ? member : undefined;
    },
  });
