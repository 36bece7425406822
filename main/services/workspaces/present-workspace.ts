import type { z } from 'zod';
import type { workspace } from '#shared/contract/workspaces/resources.ts';
import { toIso } from '../../platform/clock.ts';
import type { SeenWorkspaceRow } from '../../storage/store/workspaces/workspaces.ts';
import { presentPerson } from '../presenters.ts';

export const presentWorkspace = (row: SeenWorkspaceRow): z.output<typeof workspace> => {
  const setAt = row.last_score === row.health_score ? row.health_at : null;
  return {
    workspace_id: row.id,
    slug: row.slug,
    name: row.name,
    description: row.description,
    health_score: row.health_score,
    health_set_at: setAt === null ? null : toIso(setAt),
    health_set_by: setAt === null ? null : presentPerson(row.health_by, row.health_by_name),
    owner_id: row.owner_id,
    member_count: row.member_count,
    my_role: row.my_role,
    created_at: toIso(row.created_at),
    created_by: presentPerson(row.created_by, row.creator_name),
  };
};
