import { found } from '../../platform/app-error.ts';
import type { Caller } from '../../security/caller.ts';
import type { Queries } from '../../storage/database/schema.ts';
import {
  giveToAccount,
  giveToGroup,
  giveToMember,
  takeFromAccount,
  takeFromGroup,
  takeFromMember,
} from '../../storage/store/custom-roles/custom-role-holders.ts';
import { findMember, type UserRow } from '../../storage/store/identity/users.ts';
import type { Grant } from '../../storage/store/workspaces/workspace-members.ts';
import { assertGoverns } from '../identity/assert-governs.ts';
import { changeableGroup } from '../identity/changeable-group.ts';
import { findGovernedAccount } from '../identity/find-governed-account.ts';
import { type AuditTarget, groupTarget, serviceAccountTarget, userTarget } from '../recording/record-event.ts';
import { holderKindOf } from './holder-kind.ts';

/** What can be given a custom role: a member, a group or a service account. */
export interface ChangeableHolder {
  readonly target: AuditTarget;
  /** Who hears of it, if it is a person. */
  readonly member?: UserRow;
  /** False if it had the role already. */
  readonly give: (roleId: string, grant: Grant) => Promise<boolean>;
  /** False if it didn't have the role. */
  readonly take: (roleId: string) => Promise<boolean>;
}

/**
 * A holder that has nothing beyond the caller.
 * @throws AppError NOT_FOUND, ROLE_NOT_ALLOWED, FORBIDDEN
 */
export const findHolder = async (
  tx: Queries,
  caller: Caller,
  holderId: string,
  now: number,
): Promise<ChangeableHolder> => {
  switch (holderKindOf(holderId)) {
    case 'group': {
      const group = await changeableGroup(tx, caller, holderId);
      return {
        target: groupTarget(group),
        give: (roleId, grant) => giveToGroup(tx, roleId, group.id, grant),
        take: (roleId) => takeFromGroup(tx, roleId, group.id),
      };
    }
    case 'service_account': {
      const account = await findGovernedAccount(tx, caller, holderId, now);
      return {
        target: serviceAccountTarget(account),
        give: (roleId, grant) => giveToAccount(tx, roleId, account.id, grant),
        take: (roleId) => takeFromAccount(tx, roleId, account.id),
      };
    }
    case 'user': {
      const member = found(await findMember(tx, caller.principal.tenantId, holderId));
      await assertGoverns(tx, caller, member);
      return {
        target: userTarget(member),
        member,
        give: (roleId, grant) => giveToMember(tx, roleId, member.id, grant),
        take: (roleId) => takeFromMember(tx, roleId, member.id),
      };
    }
  }
};
