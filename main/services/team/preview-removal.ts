import type { contract } from '#shared/contract/index.ts';
import { countOpenSessionsOfUsers } from '../../storage/store/identity/sessions.ts';
import type { UserRow } from '../../storage/store/identity/users.ts';
import {
  countKeptServiceKeys,
  countRevokedApiKeys,
  countRevokedInvitations,
  lostWorkspaces,
  ownedWorkspaces,
} from '../../storage/store/team/removal-effects.ts';
import { forEachSequential, toResult } from '../bulk-results.ts';
import type { Handler } from '../handler.ts';
import { planMemberRemoval } from './plan-member-removal.ts';

/** Previews sequential removals: uses the same plan as the real ones, and counts what exists now. */
export const previewRemoval: Handler<typeof contract.team.previewRemoval> = async (context, { user_ids }, call) => {
  const { db, clock, callers } = context;
  /** Members to remove, each with the new owner of their workspaces. */
  const leaving = new Map<string, UserRow>();
  const results = await forEachSequential(user_ids.split(','), async (user_id) => ({
    user_id,
    ...(await toResult(context, async () => {
      const { newOwner } = await planMemberRemoval(context, db.read, call, user_id, new Set(leaving.keys()));
      leaving.set(user_id, newOwner);
    })),
  }));
  /** Follows the chain when a new owner is being removed too. */
  const finalOwner = (userId: string): UserRow | undefined => {
    const newOwner = leaving.get(userId);
    return newOwner && (finalOwner(newOwner.id) ?? newOwner);
  };
  const now = clock.now();
  const ids = [...leaving.keys()];
  const workspaces = await lostWorkspaces(db.read, ids);
  const owned = await ownedWorkspaces(db.read, ids);
  return {
    results,
    sessions: await countOpenSessionsOfUsers(db.read, ids, callers.openAt(call.caller.principal.tenantId)),
    api_keys: await countRevokedApiKeys(db.read, ids, now),
    service_keys: await countKeptServiceKeys(db.read, ids, now),
    invitations: await countRevokedInvitations(db.read, ids, now),
    workspaces: workspaces.map(({ id, name, members }) => ({ workspace_id: id, name, members })),
    passing: owned.flatMap(({ id, name, owner_id }) => {
      const newOwner = finalOwner(owner_id);
      return newOwner ? [{ workspace_id: id, name, heir_id: newOwner.id, heir_name: newOwner.name }] : [];
    }),
  };
};
