import type { z } from 'zod';
import type { workspaceMember } from '#shared/contract/workspaces/resources.ts';
import { toIso } from '../../platform/clock.ts';
import type { WorkspaceMemberRow } from '../../storage/store/workspaces/workspace-members.ts';
import { presentPerson } from '../presenters.ts';

export const presentWorkspaceMember = (row: WorkspaceMemberRow): z.output<typeof workspaceMember> => ({
  user_id: row.id,
  name: row.name,
  email: row.email,
  role: row.role,
  granted_at: row.granted_at === null ? null : toIso(row.granted_at),
  granted_by: presentPerson(row.granted_by, row.granter_name),
});
