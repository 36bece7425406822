import type { OutputOf } from '#shared/contract/operation.ts';
import type { listTeamSessions } from '#shared/contract/sessions/list-team-sessions.ts';
import { failureOf } from '../../api/problem.ts';

export type TeamSession = OutputOf<typeof listTeamSessions>['sessions'][number];

/** What became of sessions that were to end: how many ended, and the errors of the others. */
export interface RevokeOutcome {
  ended: number;
  errors: unknown[];
}

/**
 * Ends one session after the other, and continues if one is refused. One that has ended meanwhile counts as ended.
 * @throws what kept the service from answering, because the next call would fail as well
 */
export const revokeAll = async (
  sessions: readonly TeamSession[],
  revoke: (session: TeamSession) => Promise<unknown>,
): Promise<RevokeOutcome> => {
  const errors: unknown[] = [];
  for (const session of sessions) {
    try {
      await revoke(session);
    } catch (error) {
      const { problem } = failureOf(error);
      if (!problem) throw error;
      if (problem.status !== 404) errors.push(error);
    }
  }
  return { ended: sessions.length - errors.length, errors };
};

/** The chosen sessions that can be ended here: everyone's but the one of this window. */
export const chosenOf = (sessions: readonly TeamSession[], chosen: ReadonlySet<string>): TeamSession[] =>
  sessions.filter(({ session_id, current }) => !current && chosen.has(session_id));

/** How many people have these sessions. */
export const peopleOf = (sessions: readonly TeamSession[]): number =>
  new Set(sessions.map(({ user_id }) => user_id)).size;
