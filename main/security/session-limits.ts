import { hour, minute } from '#shared/rules/limits.ts';
import type { CallerRow } from '../storage/store/identity/callers.ts';
import type { Lapse } from '../storage/store/identity/sessions.ts';

type SessionLimits = Pick<
  CallerRow,
  'expires_at' | 'session_started_at' | 'session_idle_minutes' | 'session_max_hours'
>;

/**
 * When a session ends without a refresh, in milliseconds since the epoch: with its refresh token, or before that if its
 * organization limits how long sessions last (DECISION 0135).
 */
export const sessionExpiry = ({ expires_at, session_started_at, session_max_hours }: SessionLimits): number =>
  session_max_hours === null ? expires_at : Math.min(expires_at, session_started_at + session_max_hours * hour);

/** When a session ends without activity (seed 000 §5.5, DECISION 0135), in milliseconds since the epoch. */
export const sessionIdleAt = ({ session_idle_minutes }: SessionLimits, lastActive: number): number =>
  lastActive + session_idle_minutes * minute;

/** Why a session has lapsed, or undefined if it has not. */
export const lapseReason = (row: SessionLimits, lastActive: number, now: number): Lapse | undefined => {
  if (sessionExpiry(row) <= now) return 'expired';
  return sessionIdleAt(row, lastActive) <= now ? 'idle' : undefined;
};
