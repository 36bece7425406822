import type { Queries } from '../../database/schema.ts';
import { integerAt, itemsOf, textAt } from '../../database/sql.ts';
import { tablesOf } from '../../database/tables.ts';
import { listStatement } from '../built-statements.ts';
import { changedOne } from '../sql.ts';

/** The exchange of a session's refresh token for its successor. Times are in milliseconds since the epoch. */
export interface Rotation {
  readonly sessionId: string;
  /** Of the token that is exchanged. */
  readonly generation: number;
  readonly hash: string;
  readonly nextHash: string;
  readonly now: number;
  readonly activeAt: number;
  readonly expiresAt: number;
}

/**
 * Rotates the refresh token: one conditional write, so only one caller wins.
 * @param rotation with `unusedHash`, the hash of a successor that is to be replaced by another one. Its generation is then the
 * one of that
 */
export const rotateRefreshToken = (db: Queries, rotation: Rotation & { unusedHash?: string }): Promise<boolean> =>
  changedOne(
    tablesOf(db)
      .updateTable('sessions')
      .set({
        refresh_generation: rotation.generation + 1,
        refresh_hash: rotation.nextHash,
        refresh_parent_hash: rotation.hash,
        refresh_rotated_at: rotation.now,
        last_active_at: rotation.activeAt,
        expires_at: rotation.expiresAt,
      })
      .where('id', '=', rotation.sessionId)
      .where('refresh_hash', '=', rotation.unusedHash ?? rotation.hash)
      .where('ended_at', 'is', null),
  );

type RotationItem = readonly [
  sessionId: string,
  hash: string,
  nextHash: string,
  nextGeneration: number,
  now: number,
  activeAt: number,
  expiresAt: number,
];

const itemOf = ({ sessionId, hash, nextHash, generation, now, activeAt, expiresAt }: Rotation): RotationItem => [
  sessionId,
  hash,
  nextHash,
  generation + 1,
  now,
  activeAt,
  expiresAt,
];

/**
 * A function that rotates the refresh tokens of several sessions with one write, each under the same condition as alone. It
 * leaves out sessions that another transaction is writing to: it never waits while it holds rows, so it can't deadlock.
 * @returns the IDs of the sessions whose tokens were rotated
 */
export const rotationsWriter = (db: Queries): ((rotations: readonly Rotation[]) => Promise<ReadonlySet<string>>) => {
  const rotate = listStatement<{ id: string }, RotationItem>(db, (items) =>
    tablesOf(db)
      .updateTable('sessions')
      .from(({ selectFrom }) =>
        selectFrom(itemsOf(items))
          .innerJoinLateral(
            // Looks up each session by its ID, and locks it before its end is checked. A condition on the end in here would let
            // the server read the index of all open sessions, with every dead version of their rows, once for each item.
            ({ selectFrom: selectRows }) =>
              selectRows('sessions as current')
                .select(['current.id', 'current.refresh_hash', 'current.ended_at'])
                .where('current.id', '=', textAt(0))
                .where('current.refresh_hash', '=', textAt(1))
                .forNoKeyUpdate()
                .skipLocked()
                .as('session'),
            (join) => join.onTrue(),
          )
          .where('session.ended_at', 'is', null)
          .select(['session.id', 'session.refresh_hash as hash'])
          .select([
            textAt(2).as('next_hash'),
            integerAt(3).as('next_generation'),
            integerAt(4).as('rotated_at'),
            integerAt(5).as('active_at'),
            integerAt(6).as('end_at'),
          ])
          .as('change'),
      )
      .set(({ ref }) => ({
        refresh_generation: ref('change.next_generation'),
        refresh_hash: ref('change.next_hash'),
        refresh_parent_hash: ref('change.hash'),
        refresh_rotated_at: ref('change.rotated_at'),
        last_active_at: ref('change.active_at'),
        expires_at: ref('change.end_at'),
      }))
      .whereRef('sessions.id', '=', 'change.id')
      .returning('sessions.id'),
  );
  return async (rotations) => new Set((await rotate(rotations.map(itemOf))).map(({ id }) => id));
};
