import type { z } from 'zod';
import type { person } from '#shared/contract/fields.ts';
import type { workspace } from '#shared/contract/workspaces/resources.ts';
import { toIso } from '../../platform/clock.ts';
import type { SeenWorkspaceRow } from '../../storage/store/workspaces/workspaces.ts';

/** Who did something; null if no one knows, or if the account is deleted. */
export const presentPerson = (id: string | null, name: string | null): z.output<typeof person> | null =>
  id === null || name === null ? null : { user_id: id, name };

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
