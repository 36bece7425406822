import type { Queries } from '../../database/schema.ts';
import { tablesOf } from '../../database/tables.ts';
import { countOf, toInteger } from '../sql.ts';
import { pairsOf } from '../workspaces/workspace-access.ts';
import { isInvitationOpen } from './invitations.ts';

/** What removing some members would end, counted without changing anything. Each takes ids of one tenant's members. */

/** API keys valid at `now`. */
export const countRevokedApiKeys = async (db: Queries, userIds: readonly string[], now: number): Promise<number> => {
  if (userIds.length === 0) return 0;
  return countOf(
    tablesOf(db)
      .selectFrom('api_keys')
      .where('user_id', 'in', userIds)
      .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now)])),
  );
};

/** Keys of service accounts that they created and that are valid at `now`: those go on working. */
export const countKeptServiceKeys = async (db: Queries, userIds: readonly string[], now: number): Promise<number> => {
  if (userIds.length === 0) return 0;
  return countOf(
    tablesOf(db)
      .selectFrom('service_account_keys')
      .where('created_by', 'in', userIds)
      .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now)])),
  );
};

/** Invitations that they sent and that can still be accepted at `now`. */
export const countRevokedInvitations = async (
  db: Queries,
  userIds: readonly string[],
  now: number,
): Promise<number> => {
  if (userIds.length === 0) return 0;
  return countOf(
    tablesOf(db)
      .selectFrom('invitations')
      .where('invited_by', 'in', userIds)
      .where('status', '=', 'pending')
      .where(isInvitationOpen(now)),
  );
};

/** Workspaces that they may enter, by name, with how many of them each would lose. */
export const lostWorkspaces = async (
  db: Queries,
  userIds: readonly string[],
): Promise<{ id: string; name: string; members: number }[]> => {
  if (userIds.length === 0) return [];
  const rows = await tablesOf(db)
    .selectFrom(pairsOf(db, userIds).as('access'))
    .innerJoin('workspaces', 'workspaces.id', 'access.workspace_id')
    .select(['workspaces.id', 'workspaces.name'])
    .select(({ fn }) => fn.countAll().as('members'))
    .groupBy(['workspaces.id', 'workspaces.name', 'workspaces.name_key'])
    .orderBy('workspaces.name_key')
    .orderBy('workspaces.id')
    .execute();
  return rows.map(({ id, name, members }) => ({ id, name, members: toInteger(members) }));
};

/** Workspaces that they own, by name. */
export const ownedWorkspaces = async (
  db: Queries,
  userIds: readonly string[],
): Promise<{ id: string; name: string; owner_id: string }[]> => {
  if (userIds.length === 0) return [];
  return tablesOf(db)
    .selectFrom('workspaces')
    .select(['id', 'name', 'owner_id'])
    .where('owner_id', 'in', userIds)
    .orderBy('name_key')
    .orderBy('id')
    .execute();
};
