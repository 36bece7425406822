import type { contract } from '#shared/contract/index.ts';
import {
  countDyingApiKeys,
  countDyingInvitations,
  countEndingSessions,
  lostWorkspaces,
  ownedWorkspaces,
} from '../../store/removal-effects.ts';
import type { UserRow } from '../../store/users.ts';
import type { Handler } from '../handler.ts';
import { oneByOne, settle } from './one-by-one.ts';
import { planRemoval } from './plan-removal.ts';

/** What removals would do, one after the other: the same plan as theirs, and counts of what is there now. */
export const previewRemoval: Handler<typeof contract.team.previewRemoval> = async (context, { user_ids }, call) => {
  const { db, clock, callers } = context;
  /** Who leaves, with the heir. */
  const leaving = new Map<string, UserRow>();
  const results = await oneByOne(user_ids.split(','), async (user_id) => ({
    user_id,
    ...(await settle(context, async () => {
      const { heir } = await planRemoval(db.read, call, user_id, new Set(leaving.keys()));
      leaving.set(user_id, heir);
    })),
  }));
  /** An heir who leaves later passes it on. */
  const lastHeir = (userId: string): UserRow | undefined => {
    const heir = leaving.get(userId);
    return heir && (lastHeir(heir.id) ?? heir);
  };
  await callers.flush();
  const now = clock.now();
  const ids = [...leaving.keys()];
  const workspaces = await lostWorkspaces(db.read, ids);
  const owned = await ownedWorkspaces(db.read, ids);
  return {
    results,
    sessions: await countEndingSessions(db.read, ids, now),
    api_keys: await countDyingApiKeys(db.read, ids, now),
    invitations: await countDyingInvitations(db.read, ids, now),
    workspaces: workspaces.map(({ id, ...workspace }) => ({ workspace_id: id, ...workspace })),
    passing: owned.flatMap(({ id, name, owner_id }) => {
      const heir = lastHeir(owner_id);
      return heir ? [{ workspace_id: id, name, heir_id: heir.id, heir_name: heir.name }] : [];
    }),
  };
};
