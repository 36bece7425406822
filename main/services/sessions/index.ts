import type { Handlers } from '../handler.ts';
import { countSessions } from './count-sessions.ts';
import { getSession } from './get-session.ts';
import { listMemberSessions } from './list-member-sessions.ts';
import { listMemberSignIns } from './list-member-sign-ins.ts';
import { listSessionHistory } from './list-session-history.ts';
import { listSessions } from './list-sessions.ts';
import { listSignIns } from './list-sign-ins.ts';
import { listTeamSessions } from './list-team-sessions.ts';
import { revokeMemberSession } from './revoke-member-session.ts';
import { revokeMemberSessions } from './revoke-member-sessions.ts';
import { revokeOtherSessions } from './revoke-other-sessions.ts';
import { revokeSession } from './revoke-session.ts';

/** The handlers of sessions, each under the name of its operation. */
export const sessions: Handlers['sessions'] = {
  revokeMemberSessions,
  listTeamSessions,

  countSessions,
  getSession,
  listMemberSessions,
  listMemberSignIns,
  listSessionHistory,
  listSessions,
  listSignIns,
  revokeMemberSession,
  revokeOtherSessions,
  revokeSession,
};
