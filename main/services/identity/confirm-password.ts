import { AppError } from '#shared/errors.ts';
import { accountLockout } from '#shared/limits.ts';
import type { AppContext } from '../../context.ts';
import type { Caller } from '../../security/caller.ts';
import { endSession, findSession } from '../../store/identity/sessions.ts';
import { systemWrite } from '../system-transaction.ts';
import { clearFailures, recordFailure, takeAttempt } from './lockout.ts';

/**
 * Asks for the password again before actions that a hijacked session must not perform. Wrong ones are counted apart
 * from failed sign-ins, or the thief of a session could keep its owner from signing in. After too many of them, the
 * session ends.
 * @throws AppError CURRENT_PASSWORD_INVALID, with status 400: a 401 would make clients refresh and try again.
 *   ACCOUNT_LOCKED with `retry_after` in seconds.
 */
export const confirmPassword = async (
  context: AppContext,
  { user, sessionId }: Caller,
  password: string,
): Promise<void> => {
  const { clock, db, passwords } = context;
  const subject = `password confirmation of ${user.id}`;
  const attempt = await takeAttempt(context, subject);
  if (await attempt.judge(() => passwords.verify(password, user.passwordHash))) {
    await clearFailures(context, systemWrite(context), subject);
    return;
  }
  const session = sessionId === undefined ? undefined : await findSession(db.read, sessionId);
  const account = { id: user.id, email: user.email, tenant_id: user.tenantId };
  await recordFailure(context, attempt, account, session && { ip: session.ip_address });
  if (session && attempt.failures >= accountLockout.endSessionFailures) {
    await endSession(systemWrite(context), session.id, 'revoked', clock.now());
  }
  throw new AppError('CURRENT_PASSWORD_INVALID');
};
