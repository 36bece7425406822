import { z } from 'zod';
import { healthScore } from '../../rules/limits.ts';
import { email, id, person, slug, throughGroups, timestamp, workspaceRole } from '../fields.ts';

/** Workspace. DECISION 0006: the seed shows only slug and health score. */
export const workspace = z
  .strictObject({
    workspace_id: id,
    slug,
    name: z.string(),
    description: z.string(),
    health_score: z.int().min(healthScore.min).max(healthScore.max),
    health_set_at: timestamp.nullable().meta({ description: 'Null if the score is from before it was recorded' }),
    health_set_by: person.nullable().meta({ description: 'Null if unknown, or if the account is deleted' }),
    owner_id: id,
    member_count: z.int().min(0),
    /** The caller's own workspace role; null for owners and admins who are not members of it. */
    my_role: workspaceRole.nullable(),
    created_at: timestamp,
    created_by: person.nullable().meta({ description: 'Null if unknown, or if the account is deleted' }),
  })
  .meta({ id: 'Workspace' });

export const workspaceMember = z
  .strictObject({
    user_id: id,
    name: z.string(),
    email,
    role: workspaceRole.meta({ description: 'The highest of their own role and those of their groups' }),
    own_role: workspaceRole.nullable().meta({ description: 'Null if only groups let them in' }),
    groups: throughGroups,
    granted_at: timestamp
      .nullable()
      .meta({ description: 'Of the own role. Null if it is from before it was recorded' }),
    granted_by: person.nullable().meta({ description: 'Null if unknown, or if the account is deleted' }),
  })
  .meta({ id: 'WorkspaceMember' });

/** A health score that someone gave a workspace. */
export const healthChange = z.strictObject({
  sequence: z.int().min(1).meta({ description: 'Counts from 1 in each workspace' }),
  at: timestamp,
  score: z.int().min(healthScore.min).max(healthScore.max),
  set_by: person.nullable().meta({ description: 'Null if the account is deleted' }),
});
