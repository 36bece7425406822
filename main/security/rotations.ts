import { createBatch } from '../platform/batch.ts';
import type { Database } from '../storage/database/database.ts';
import { type Rotation, rotateRefreshToken, rotationsWriter } from '../storage/store/identity/rotations.ts';

/**
 * Exchanges refresh tokens, each with one conditional write that is durable once it resolves. True for the one caller whose
 * token was current. @throws AppError BUSY if the database is
 */
export type Rotate = (rotation: Rotation) => Promise<boolean>;

/** While one group waits for the server's disk, the next one gathers. */
const groupLimits = { atOnce: 2, size: 100 } as const;

/**
 * DECISION 0211: on a server, rotations of different sessions that wait at the same time share a statement, and so its round
 * trip and its commit. A rotation that the group didn't make is tried alone: only that tells whether its token was spent. A file
 * has a group commit of its own (DECISION 0055).
 */
export const createRotations = (db: Database): Rotate => {
  const rotateAlone: Rotate = (rotation) => rotateRefreshToken(db.write, rotation);
  if (!db.isShared) return rotateAlone;

  const rotateAll = rotationsWriter(db.write);
  /** At most one rotation for each session: two at once are never in the same group. */
  const waiting = new Map<string, Rotation>();
  const inGroup = createBatch<true>({
    async load(sessionIds) {
      const group = sessionIds.map((id) => waiting.get(id)).filter((rotation) => rotation !== undefined);
      for (const id of sessionIds) waiting.delete(id);
      if (group.length === 1) return new Map();
      const rotated = await rotateAll(group);
      return new Map([...rotated].map((id) => [id, true]));
    },
    ...groupLimits,
  });
  return async (rotation) => {
    const { sessionId } = rotation;
    if (waiting.has(sessionId)) return rotateAlone(rotation);
    waiting.set(sessionId, rotation);
    // If the group failed, each of its rotations gets an error of its own, or none.
    const isRotated = await inGroup(sessionId).catch(() => undefined);
    return isRotated ?? rotateAlone(rotation);
  };
};
