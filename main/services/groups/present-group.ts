import type { z } from 'zod';
import type { group, groupMember, groupWorkspace } from '#shared/contract/groups/resources.ts';
import { toIso } from '../../platform/clock.ts';
import type { GroupMemberRow } from '../../storage/store/groups/group-members.ts';
import type { listGroupWorkspaces } from '../../storage/store/groups/group-workspaces.ts';
import type { SeenGroupRow } from '../../storage/store/groups/groups.ts';
import { presentPerson } from '../presenters.ts';

export const presentGroup = (row: SeenGroupRow): z.output<typeof group> => ({
  group_id: row.id,
  name: row.name,
  description: row.description,
  member_count: row.members,
  workspace_count: row.workspaces,
  created_at: toIso(row.created_at),
  created_by: presentPerson(row.created_by, row.creator_name),
});

export const presentGroupMember = (row: GroupMemberRow): z.output<typeof groupMember> => ({
  user_id: row.id,
  name: row.name,
  email: row.email,
  added_at: toIso(row.added_at),
  added_by: presentPerson(row.added_by, row.adder_name),
});

export const presentGroupWorkspace = (
  row: Awaited<ReturnType<typeof listGroupWorkspaces>>[number],
): z.output<typeof groupWorkspace> => ({
  workspace_id: row.id,
  slug: row.slug,
  name: row.name,
  role: row.role,
  granted_at: toIso(row.granted_at),
  granted_by: presentPerson(row.granted_by, row.granter_name),
});
