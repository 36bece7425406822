import type { contract } from '#shared/contract/index.ts';
import { minute, second } from '#shared/rules/limits.ts';
import { AppError } from '#shared/texts/errors.ts';
import { toIso } from '../../platform/clock.ts';
import { sessionExpiry, sessionIdleAt } from '../../security/session-limits.ts';
import type { Handler } from '../handler.ts';

/** How long the current session has left (seed 000 §5.5). Served from memory: consoles ask often near the end. */
export const getSession: Handler<typeof contract.sessions.getSession> = async (context, _input, { caller }) => {
  const { clock, callers } = context;
  if (caller.sessionId === undefined) throw new AppError('API_KEY_REFUSED');
  const row = await callers.find(caller.sessionId);
  if (!row) throw new AppError('SESSION_ENDED', { reason: 'deleted' });
  const idleAt = sessionIdleAt(row, callers.lastActive(row.session_id, row.last_active_at));
  return {
    session_id: row.session_id,
    idle_logout_in: Math.max(0, Math.floor((idleAt - clock.now()) / second)),
    idle_timeout: row.session_idle_minutes * (minute / second),
    expires_at: toIso(sessionExpiry(row)),
  };
};
