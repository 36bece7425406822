import type { Queries } from '../../database/schema.ts';
import { tablesOf } from '../../database/tables.ts';
import type { UserRow } from '../identity/users.ts';
import { entered, roleIn } from '../workspaces/workspace-access.ts';

/** How many groups, and how many workspaces, an application is told of at most. */
const most = 100;

/**
 * A group can't pass for a role or a workspace, whoever names it. Apache joins the names with commas before it compares them.
 * DECISION 0334
 */
const misleading = /^\s*(role|workspace)\s*:|[,\p{Cc}]/iu;

/**
 * What applications are told that someone belongs to: `role:admin`, each group by its name, and `workspace:website:Viewer`. Of many
 * groups and workspaces, the first hundred by name. No entry has a comma.
 */
export const claimedGroups = async (
  db: Queries,
  { id, tenant_id, role, guest }: Pick<UserRow, 'id' | 'tenant_id' | 'role' | 'guest'>,
): Promise<string[]> => {
  const groups = await tablesOf(db)
    .selectFrom('group_members')
    .innerJoin('groups', 'groups.id', 'group_members.group_id')
    .where('groups.tenant_id', '=', tenant_id)
    .where('group_members.user_id', '=', id)
    .select('groups.name')
    .orderBy('groups.name_key')
    .orderBy('groups.id')
    .limit(most)
    .execute();
  const workspaces = await tablesOf(db)
    .selectFrom('workspaces')
    .where('workspaces.tenant_id', '=', tenant_id)
    .where('workspaces.id', 'in', entered(db, id))
    .select('workspaces.slug')
    .select(roleIn(db, id).as('role'))
    .orderBy('workspaces.slug')
    .limit(most)
    .execute();
  return [
    // Less than a member, so that nothing for members is theirs.
    `role:${guest === 1 ? 'guest' : role}`,
    ...groups.map(({ name }) => name).filter((name) => !misleading.test(name)),
    ...workspaces.map((workspace) => `workspace:${workspace.slug}:${workspace.role}`),
  ];
};
