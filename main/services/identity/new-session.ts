import { lifetimesMs } from '#shared/rules/limits.ts';
import { type Shown, shownBy } from '#shared/rules/sign-in-methods.ts';
import { hashSecret } from '../../security/refresh-tokens.ts';
import type { SessionRow } from '../../storage/store/identity/sessions.ts';
import type { AppContext } from '../context.ts';

/** From where, and how, someone signed in. */
type SessionOrigin = Pick<SessionRow, 'device' | 'ip_address'> &
  Partial<Pick<SessionRow, 'sign_in_method' | 'browser_hash'>>;

/** Signing in counts as a confirmation, with what it has shown. A link that reached the mailbox proves less than the password. */
const confirmation = (
  method: SessionRow['sign_in_method'],
  now: number,
): Pick<SessionRow, 'confirmed_at' | 'confirmed_with'> => {
  const shown: readonly Shown[] = method === null ? [] : shownBy[method];
  if (shown.includes('mfa')) return { confirmed_at: now, confirmed_with: 'second_factor' };
  return shown.includes('pwd')
    ? { confirmed_at: now, confirmed_with: 'password' }
    : { confirmed_at: null, confirmed_with: null };
};

/** A session that begins now, with its first refresh token. */
export const newSession = (
  { clock, ids, refreshTokens }: Pick<AppContext, 'clock' | 'ids' | 'refreshTokens'>,
  userId: string,
  { sign_in_method = null, browser_hash = null, ...from }: SessionOrigin,
): { row: SessionRow; refreshToken: string } => {
  const id = ids.id('sess');
  const now = clock.now();
  const refreshToken = refreshTokens.issue({ sessionId: id, generation: 0 });
  const row: SessionRow = {
    id,
    user_id: userId,
    ...from,
    sign_in_method,
    created_at: now,
    last_active_at: now,
    expires_at: now + lifetimesMs.refreshToken,
    refresh_generation: 0,
    refresh_hash: hashSecret(refreshToken),
    refresh_parent_hash: null,
    refresh_rotated_at: null,
    used_generation: 0,
    ended_at: null,
    end_reason: null,
    browser_hash,
    ...confirmation(sign_in_method, now),
  };
  return { row, refreshToken };
};
