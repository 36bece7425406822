import { AppError } from '#shared/errors.ts';
import { accountLockout } from '#shared/limits.ts';
import type { AppContext } from '../../context.ts';
import type { Caller } from '../../security/caller.ts';
import { voidTokensShownTo } from '../../store/identity/one-time-tokens.ts';
import { endSession, findSession } from '../../store/identity/sessions.ts';
import type { Client } from '../handler.ts';
import { systemTransaction, systemWrite } from '../system-transaction.ts';
import { clearFailures, recordFailure, withAttempt } from './lockout.ts';
import { passwordShare } from './password-share.ts';

/**
 * Asks for the password again before actions that a hijacked session must not perform. Wrong ones are counted apart
 * from failed sign-ins, or the thief of a session could keep its owner from signing in. After too many of them, the
 * session ends, and links that were shown in it stop working.
 * @throws AppError CURRENT_PASSWORD_INVALID, with status 400: a 401 would make clients refresh and try again.
 *   ACCOUNT_LOCKED with `retry_after` in seconds.
 */
export const confirmPassword = async (
  context: AppContext,
  client: Client,
  caller: Caller,
  password: string,
): Promise<void> => {
  const { clock, db, passwords } = context;
  const { user, sessionId } = caller;
  const share = passwordShare({ client, caller });
  const subject = `password confirmation of ${user.id}`;
  await withAttempt(context, subject, { tenant: user.tenantId }, async (attempt) => {
    if (await attempt.judge(() => passwords.verify(password, user.passwordHash, share))) {
      await clearFailures(context, systemWrite(context), subject);
      return;
    }
    const session = sessionId === undefined ? undefined : await findSession(db.read, sessionId);
    const account = { id: user.id, email: user.email, tenant_id: user.tenantId };
    await recordFailure(context, attempt, account, session && { ip: session.ip_address });
    if (session && attempt.failures >= accountLockout.endSessionFailures) {
      const { id } = session;
      await systemTransaction(context, { tenant: user.tenantId }, async (tx) => {
        await endSession(tx, id, 'revoked', clock.now());
        await voidTokensShownTo(tx, user.id, clock.now(), { sessions: { only: id } });
      });
    }
    throw new AppError('CURRENT_PASSWORD_INVALID');
  });
};
