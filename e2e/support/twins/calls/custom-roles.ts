import * as holders from '#main/storage/store/custom-roles/custom-role-holders.ts';
import * as customRoles from '#main/storage/store/custom-roles/custom-roles.ts';
import * as granted from '#main/storage/store/custom-roles/granted.ts';
import * as held from '#main/storage/store/custom-roles/held-custom-roles.ts';
import type { Parts } from '../world.ts';
import { callsTo, page, type StoreCall, writesIds } from './shape.ts';

/** How the test of twins calls `main/storage/store/custom-roles`. */
export const customRoleCalls = ({
  tenantId,
  owner,
  second,
  now,
  group,
  customRole,
  serviceAccount,
}: Parts): StoreCall[] => {
  const { id } = customRole;
  const grant = { by: owner.id, at: now };
  return [
    ...callsTo('custom-roles/custom-roles', customRoles, {
      listCustomRoles: [tenantId, undefined, page],
      countCustomRoles: [tenantId],
      findCustomRole: [tenantId, id],
      customRoleNameTaken: [tenantId, customRole.name],
      updateCustomRole: [tenantId, id, { name: 'Changed', description: '', permissions: 'audit.read' }],
      deleteCustomRole: [tenantId, id],
    }),
    ...callsTo('custom-roles/custom-role-holders', holders, {
      giveToMember: writesIds(id, second.id, grant),
      giveToGroup: writesIds(id, group.id, grant),
      giveToAccount: writesIds(id, serviceAccount.id, grant),
      takeFromMember: [id, owner.id],
      takeFromGroup: [id, group.id],
      takeFromAccount: [id, serviceAccount.id],
      takeAllFromMember: [owner.id],
      takeGivenSince: [owner.id, 0],
      takeFromMemberSince: [owner.id, 0],
      takeFromEveryone: [id],
      listAccountsWith: [id],
      listHolders: [id, page],
      countHolders: [id],
      countPeopleWith: [id],
    }),
    ...callsTo('custom-roles/granted', granted, {
      listGrantedToPerson: [owner.id],
      listGrantedToAccount: [serviceAccount.id],
      listGrantedByGroup: [group.id],
    }),
    ...callsTo('custom-roles/held-custom-roles', held, {
      listRolesOfMember: [owner.id],
      listRolesByGroups: [owner.id],
      listRolesOfGroup: [group.id],
      listRolesOfAccount: [serviceAccount.id],
    }),
  ];
};
