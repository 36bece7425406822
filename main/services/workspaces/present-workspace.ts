import type { z } from 'zod';
import type * as resource from '#shared/contract/resources.ts';
import { toIso } from '../../platform/clock.ts';
import type { SeenWorkspaceRow } from '../../store/workspaces/workspaces.ts';

export const presentWorkspace = (row: SeenWorkspaceRow): z.output<typeof resource.workspace> => ({
  workspace_id: row.id,
  slug: row.slug,
  name: row.name,
  health_score: row.health_score,
  owner_id: row.owner_id,
  member_count: row.member_count,
  my_role: row.my_role,
  created_at: toIso(row.created_at),
});
