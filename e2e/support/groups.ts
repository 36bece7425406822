import type { SystemContext } from '#main/services/context.ts';
import type { WriteTransaction } from '#main/storage/database/schema.ts';
import { addToGroup } from '#main/storage/store/groups/group-members.ts';
import { setGroupRole } from '#main/storage/store/groups/group-workspaces.ts';
import { insertGroup } from '#main/storage/store/groups/groups.ts';
import { contract } from '#shared/contract/index.ts';
import type { WorkspaceRole } from '#shared/rules/roles.ts';
import type { Person, TestService } from './test-service.ts';

/** Writes a group with one member that opens one workspace to Viewers. */
export const seedGroup = async (
  { ids, clock }: Pick<SystemContext, 'ids' | 'clock'>,
  tx: WriteTransaction,
  { tenantId, by, userId, workspaceId }: { tenantId: string; by: string; userId: string; workspaceId: string },
): Promise<{ id: string }> => {
  const id = ids.id('grp');
  const at = clock.now();
  await insertGroup(tx, { id, tenant_id: tenantId, name: 'Seeded', description: '', created_at: at, created_by: by });
  await addToGroup(tx, id, userId, { by, at });
  await setGroupRole(tx, id, workspaceId, 'Viewer', { by, at });
  return { id };
};

/** Creates a group with members and workspaces. */
export const createGroup = async (
  app: TestService,
  owner: Person,
  name: string,
  { members = [], workspaces = {} }: { members?: string[]; workspaces?: Record<string, WorkspaceRole> } = {},
) => {
  const by = { token: owner.token };
  const { group_id } = await app.call(contract.groups.createGroup, { tenant_id: owner.tenantId, name }, by);
  const of = { tenant_id: owner.tenantId, group_id };
  if (members.length > 0) await app.call(contract.groups.addGroupMembers, { ...of, user_ids: members }, by);
  for (const [slug, role] of Object.entries(workspaces)) {
    await app.call(contract.groups.setGroupWorkspace, { ...of, slug, role }, by);
  }
  return of;
};
