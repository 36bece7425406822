import type { contract } from '#shared/contract/index.ts';
import { AppError } from '#shared/texts/errors.ts';
import type { PasswordShare, StoredHashes } from '../../security/passwords.ts';
import { findStoredHashes } from '../../storage/store/identity/stored-hashes.ts';
import { findUser, findUserByEmail, type UserRow, updateUser } from '../../storage/store/identity/users.ts';
import { isTenantClosed } from '../../storage/store/team/tenants.ts';
import type { AppContext } from '../context.ts';
import type { AnonymousCall, Handler } from '../handler.ts';
import { belongsTo } from '../identity/belongs-to.ts';
import { type Attempt, knownDeviceOf, recordFailure, withAttempt } from '../identity/lockout.ts';
import { offerRestore } from '../identity/offer-restore.ts';
import { passwordShare } from '../identity/password-share.ts';
import { recordSignIn } from '../identity/record-sign-in.ts';
import { startSessionOrChallenge } from '../identity/second-factor.ts';

/**
 * Seed 000 §4 #2. A wrong password and an unknown address get byte-identical responses after the same amount of work.
 * Only a caller who knows the password learns the account's status or that it needs a second factor.
 */
export const login: Handler<typeof contract.auth.login> = async (context, { email, password, sign_in_slug }, call) => {
  const { client } = call;
  const user = await findUserByEmail(context.db.read, email);
  const belongs = await belongsTo(context.db.read, sign_in_slug, user);
  const others = await findStoredHashes(context.db.read);
  const device = knownDeviceOf(context, client, user);
  const share = passwordShare({ client, member: device === undefined ? undefined : user });
  return withAttempt(context, { subject: email, device }, { address: client.ip }, (attempt) =>
    signIn(context, { user, belongs, password, others, share, call, attempt }),
  );
};

interface SigningIn {
  /** Whose address was given, if anyone's. */
  user: UserRow | undefined;
  /** Whether they may sign in on this page. */
  belongs: boolean;
  password: string;
  /** Every check takes as much work as these. */
  others: StoredHashes;
  share: PasswordShare;
  call: AnonymousCall;
  attempt: Attempt;
}

const signIn = async (context: AppContext, { user, belongs, password, others, share, call, attempt }: SigningIn) => {
  const { clock, passwords } = context;
  const { client } = call;
  // The answer to a right password on the page of another organization is that to a wrong one, after the same work.
  const isRight = await attempt.judge(
    async () => (await passwords.verify(password, user?.password_hash, share, others)) && belongs,
  );
  if (!isRight || !user) {
    if (user && user.status !== 'removed') context.failedSignIns.record(user, 'password', client.ip);
    await recordFailure(context, attempt, user, client);
    throw new AppError('INVALID_CREDENTIALS');
  }
  const rehashed = passwords.isOutdated(user.password_hash, password)
    ? await passwords.hash(password, share)
    : undefined;
  const answer = await call.transaction({ tenant: user.tenant_id }, async (tx) => {
    // Hashing took a while: the account may have changed in the meantime.
    const current = await findUser(tx, user.id);
    if (!current || current.password_hash !== user.password_hash || current.status === 'removed') return undefined;
    // Past the grace period the account no longer exists, even if the purge has not run yet.
    if (current.delete_at !== null && current.delete_at <= clock.now()) return undefined;
    await attempt.clear(tx);
    if (current.status === 'disabled' || (await isTenantClosed(tx, current.tenant_id))) {
      return new AppError('ACCOUNT_DISABLED');
    }
    if (current.status === 'pending_deletion') return offerRestore(context, tx, current);
    if (rehashed !== undefined) await updateUser(tx, current, { password_hash: rehashed });
    const tokens = await startSessionOrChallenge(context, tx, current, client, 'password');
    if (tokens instanceof AppError) return tokens;
    return recordSignIn(context, tx, { user: current, client, tokens, action: 'login', details: {} });
  });
  if (answer === undefined) throw new AppError('INVALID_CREDENTIALS');
  if (answer instanceof AppError) throw answer;
  return answer;
};
