import type { contract } from '#shared/contract/index.ts';
import { may } from '#shared/rules/permissions.ts';
import { AppError } from '#shared/texts/errors.ts';
import { serviceAccountOf } from '../../security/caller.ts';
import { listGroupRolesOf } from '../../storage/store/groups/group-workspaces.ts';
import { findAnyMember } from '../../storage/store/identity/users.ts';
import { listWorkspacesOf } from '../../storage/store/workspaces/workspace-access.ts';
import type { Handler } from '../handler.ts';
import { serviceAccountSees } from '../identity/seen-workspaces.ts';

/** A member's workspaces; callers who cannot see all of the tenant's see only those they share. */
export const listMemberWorkspaces: Handler<typeof contract.team.listMemberWorkspaces> = async (
  { db },
  { tenant_id, user_id },
  { caller },
) => {
  if (!(await findAnyMember(db.read, tenant_id, user_id))) throw new AppError('MEMBER_NOT_FOUND');
  const own = await listWorkspacesOf(db.read, tenant_id, caller.principal.id);
  const ownRoles = new Map(own.map(({ id, role }) => [id, role]));
  const service = serviceAccountOf(caller);
  const seesAll = may(caller.principal, 'workspaces.read');
  const sees = (id: string): boolean =>
    service ? serviceAccountSees(service, id) : seesAll || (ownRoles.get(id) ?? null) !== null;
  const rows = await listWorkspacesOf(db.read, tenant_id, user_id);
  const through = Map.groupBy(await listGroupRolesOf(db.read, user_id), ({ workspace_id }) => workspace_id);
  return {
    workspaces: rows
      .filter(({ id }) => sees(id))
      .map(({ id, slug, name, role, own_role, owner_id }) => ({
        workspace_id: id,
        slug,
        name,
        role,
        own_role,
        groups: (through.get(id) ?? []).map((group) => ({ group_id: group.id, name: group.name, role: group.role })),
        owned: owner_id === user_id,
        my_role: ownRoles.get(id) ?? null,
      })),
  };
};
