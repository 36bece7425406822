import type { contract } from '#shared/contract/index.ts';
import type { InputOf } from '#shared/contract/operation.ts';
import { AppError } from '#shared/errors.ts';
import type { AppContext } from '../../context.ts';
import { findUser, findUserByEmail, updateUser } from '../../store/identity/users.ts';
import { isTenantClosed } from '../../store/team/tenants.ts';
import type { AnonymousCall, Handler } from '../handler.ts';
import { type Attempt, clearFailures, recordFailure, withAttempt } from '../identity/lockout.ts';
import { offerRestore } from '../identity/offer-restore.ts';
import { passwordShare } from '../identity/password-share.ts';
import { recordSignIn } from '../identity/record-sign-in.ts';
import { startSessionOrChallenge } from '../identity/second-factor.ts';

/**
 * Seed 000 §4 #2. A wrong password and an unknown address get byte-identical responses after the same amount of work.
 * Only a caller who knows the password learns the account's status or that it needs a second factor.
 */
export const login: Handler<typeof contract.auth.login> = async (context, input, call) =>
  withAttempt(context, input.email, { address: call.client.ip }, (attempt) => signIn(context, input, call, attempt));

const signIn = async (
  context: AppContext,
  { email, password }: InputOf<typeof contract.auth.login>,
  call: AnonymousCall,
  attempt: Attempt,
) => {
  const { db, clock, passwords } = context;
  const { client } = call;
  const share = passwordShare(call);
  const user = await findUserByEmail(db.read, email);
  if (!(await attempt.judge(() => passwords.verify(password, user?.password_hash, share))) || !user) {
    if (user && user.status !== 'removed') context.failedSignIns.record(user, 'password', client.ip);
    await recordFailure(context, attempt, user, client);
    throw new AppError('INVALID_CREDENTIALS');
  }
  const rehashed = passwords.isOutdated(user.password_hash) ? await passwords.hash(password, share) : undefined;
  const answer = await call.transaction({ tenant: user.tenant_id }, async (tx) => {
    // Hashing took a while: the account may have changed in the meantime.
    const current = await findUser(tx, user.id);
    if (!current || current.password_hash !== user.password_hash || current.status === 'removed') return undefined;
    // Past the grace period the account no longer exists, even if the purge has not run yet.
    if (current.delete_at !== null && current.delete_at <= clock.now()) return undefined;
    await clearFailures(context, tx, email);
    if (current.status === 'disabled' || (await isTenantClosed(tx, current.tenant_id))) {
      return new AppError('ACCOUNT_DISABLED');
    }
    if (current.status === 'pending_deletion') return offerRestore(context, tx, current);
    if (rehashed !== undefined) await updateUser(tx, current, { password_hash: rehashed });
    const tokens = await startSessionOrChallenge(context, tx, current, client, 'password');
    if (tokens instanceof AppError) return tokens;
    return recordSignIn(context, tx, { user: current, client, tokens, action: 'login' });
  });
  if (answer === undefined) throw new AppError('INVALID_CREDENTIALS');
  if (answer instanceof AppError) throw answer;
  return answer;
};
