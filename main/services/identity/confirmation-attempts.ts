import { accountLockout } from '#shared/rules/limits.ts';
import { AppError } from '#shared/texts/errors.ts';
import type { PersonCaller } from '../../security/caller.ts';
import { findSession } from '../../storage/store/identity/sessions.ts';
import type { AppContext } from '../context.ts';
import { systemTransaction, systemWrite } from '../system-transaction.ts';
import { endAuthority } from './end-authority.ts';
import { type Attempt, recordFailure, withAttempt } from './lockout.ts';

const refusals = {
  password: 'CURRENT_PASSWORD_INVALID',
  'second factor': 'SECOND_FACTOR_INVALID',
} as const;

/**
 * Judges what a signed-in user enters to confirm who they are; `check` returns undefined if it is wrong. Wrong ones are
 * counted apart from failed sign-ins, or the thief of a session could keep its owner from signing in. After too many of
 * them, the session ends, and links that were shown in it stop working.
 * @throws AppError CURRENT_PASSWORD_INVALID, with status 400: a 401 would make clients refresh and try again.
 *   SECOND_FACTOR_INVALID. ACCOUNT_LOCKED with `retry_after` in seconds.
 */
export const withConfirmationAttempt = <Result>(
  context: AppContext,
  caller: PersonCaller,
  entered: keyof typeof refusals,
  check: () => Promise<{ result: Result } | undefined>,
): Promise<Result> => {
  const { user } = caller;
  const subject = `${entered} confirmation of ${user.id}`;
  return withAttempt(context, { subject }, { tenant: user.tenantId }, async (attempt) => {
    const right = await attempt.judge(check);
    if (!right) {
      await countWrong(context, caller, attempt);
      throw new AppError(refusals[entered]);
    }
    await attempt.clear(systemWrite(context));
    return right.result;
  });
};

const countWrong = async (context: AppContext, { user, sessionId }: PersonCaller, attempt: Attempt): Promise<void> => {
  const { db } = context;
  const session = sessionId === undefined ? undefined : await findSession(db.read, sessionId);
  const account = { id: user.id, email: user.email, tenant_id: user.tenantId };
  await recordFailure(context, attempt, account, session && { ip: session.ip_address });
  if (!session || attempt.failures < accountLockout.endSessionFailures) return;
  const { id } = session;
  await systemTransaction(context, { tenant: user.tenantId }, async (tx) => {
    await endAuthority(context, tx, account, 'session_revoked', { session: id, shownIn: { only: [id] } });
  });
};
