import type { contract } from '#shared/contract/index.ts';
import { AppError } from '#shared/texts/errors.ts';
import { findUser } from '../../storage/store/identity/users.ts';
import { isTenantClosed } from '../../storage/store/team/tenants.ts';
import type { Handler } from '../handler.ts';
import { belongsTo } from '../identity/belongs-to.ts';
import { offerRestore } from '../identity/offer-restore.ts';
import { checkPasskey, recordUse } from '../identity/passkeys.ts';
import { recordSignIn } from '../identity/record-sign-in.ts';
import { startSession } from '../identity/start-session.ts';

/**
 * Signs in with a passkey alone. DECISION 0191: it asks for no code, because the authenticator has verified its user, so
 * that a passkey is something they have and something they know or are.
 */
export const loginWithPasskey: Handler<typeof contract.auth.loginWithPasskey> = async (
  context,
  { sign_in_slug, ...proof },
  call,
) => {
  const { clock, db } = context;
  const { client } = call;
  const answered = await checkPasskey(
    context,
    proof,
    { purpose: 'sign_in', bound: '' },
    { client, transaction: (work) => call.transaction({}, work) },
  );
  const account = await findUser(db.read, answered.passkey.user_id);
  const answer = await call.transaction({ tenant: account?.tenant_id }, async (tx) => {
    await recordUse(tx, answered);
    const user = await findUser(tx, answered.passkey.user_id);
    if (!user || user.status === 'removed' || !(await belongsTo(tx, sign_in_slug, user))) return undefined;
    // Past the grace period the account no longer exists, even if the purge has not run yet.
    if (user.delete_at !== null && user.delete_at <= clock.now()) return undefined;
    if (user.status === 'disabled' || (await isTenantClosed(tx, user.tenant_id))) {
      return new AppError('ACCOUNT_DISABLED');
    }
    if (user.status === 'pending_deletion') return offerRestore(context, tx, user);
    const tokens = await startSession(context, tx, user, client, 'passkey');
    const details = { passkey: answered.passkey.name };
    return recordSignIn(context, tx, { user, client, tokens, action: 'loginWithPasskey', details });
  });
  if (answer === undefined) throw new AppError('PASSKEY_INVALID', { reason: 'passkey_unknown' });
  if (answer instanceof AppError) throw answer;
  return answer;
};
