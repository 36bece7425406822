import { lifetimesMs } from '#shared/rules/limits.ts';
import type { Queries } from '../../storage/database/schema.ts';
import { listGrantsAbout, listOpenOwnerTokens, type OwnerGrant } from '../../storage/store/identity/owner-grants.ts';
import { findSession, type SessionRow } from '../../storage/store/identity/sessions.ts';

type Grant = Pick<OwnerGrant, 'session_id' | 'created_at'>;

/**
 * The sessions that led to someone being an owner: the one that made them one, those that had made its person an owner
 * before, and so on, if that could still be undone then.
 */
export const listGranters = async (
  db: Queries,
  { session_id, created_at }: Grant,
  seen: ReadonlySet<string> = new Set(),
): Promise<SessionRow[]> => {
  const session = session_id === null ? undefined : await findSession(db, session_id);
  if (!session || seen.has(session.user_id)) return [];
  const granters = [session];
  for (const earlier of await listGrantsAbout(db, session.user_id, created_at - lifetimesMs.undoLink)) {
    if (earlier.created_at > created_at) continue;
    granters.push(...(await listGranters(db, earlier, new Set([...seen, session.user_id]))));
  }
  return granters;
};

/** The sessions of an account that led to someone being an owner. */
export const listOwnGranters = async (db: Queries, grant: Grant, accountId: string): Promise<SessionRow[]> =>
  (await listGranters(db, grant)).filter(({ user_id }) => user_id === accountId);

/** Whether an account's session led to someone being an owner, or to having been one. */
export const isMadeBy = async (db: Queries, ownerId: string, accountId: string, now: number): Promise<boolean> => {
  for (const grant of await listGrantsAbout(db, ownerId, now - lifetimesMs.undoLink)) {
    if ((await listOwnGranters(db, grant, accountId)).length > 0) return true;
  }
  return false;
};

/** Whether an account can undo that someone is an owner because its own session led to that, whatever role it has by now. */
export const canUndoOwnGrants = async (db: Queries, accountId: string, now: number): Promise<boolean> => {
  for (const grant of await listOpenOwnerTokens(db, accountId, now)) {
    if ((await listOwnGranters(db, grant, accountId)).length > 0) return true;
  }
  return false;
};
