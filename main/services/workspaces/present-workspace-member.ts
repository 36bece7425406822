import type { z } from 'zod';
import type { workspaceMember } from '#shared/contract/workspaces/resources.ts';
import { toIso } from '../../platform/clock.ts';
import type { listGroupsThrough } from '../../storage/store/groups/group-workspaces.ts';
import type { WorkspaceMemberRow } from '../../storage/store/workspaces/workspace-members.ts';
import { presentPerson } from '../presenters.ts';

type ThroughGroup = Pick<Awaited<ReturnType<typeof listGroupsThrough>>[number], 'id' | 'name' | 'role'>;

export const presentWorkspaceMember = (
  row: WorkspaceMemberRow,
  groups: readonly ThroughGroup[],
): z.output<typeof workspaceMember> => ({
  user_id: row.id,
  name: row.name,
  email: row.email,
  role: row.role,
  own_role: row.own_role,
  groups: groups.map(({ id, name, role }) => ({ group_id: id, name, role })),
  granted_at: row.granted_at === null ? null : toIso(row.granted_at),
  granted_by: presentPerson(row.granted_by, row.granter_name),
});
