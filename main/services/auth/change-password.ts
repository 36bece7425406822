import type { contract } from '#shared/contract/index.ts';
import { AppError } from '#shared/texts/errors.ts';
import { findUser, updateUser } from '../../storage/store/identity/users.ts';
import { findTenant } from '../../storage/store/team/tenants.ts';
import type { Handler } from '../handler.ts';
import { endAuthority } from '../identity/end-authority.ts';
import { sendNotice } from '../identity/notices.ts';
import { passwordShare } from '../identity/password-share.ts';
import { recordEvent, userTarget } from '../recording/record-event.ts';

/** Seed 000 §4 #8: ends every session but this one. DECISION 0256: API keys are revoked, unless the caller keeps them. */
export const changePassword: Handler<typeof contract.auth.changePassword> = async (
  context,
  { current_password, new_password, keep_api_keys: keepsKeys = false },
  { caller, client, confirmPassword, transaction },
) => {
  const { db, passwords } = context;
  await confirmPassword(current_password);
  if (current_password === new_password) throw new AppError('SAME_PASSWORD');
  const { email, name, tenantId } = caller.user;
  await passwords.assertAcceptable(new_password, [email, name], await findTenant(db.read, tenantId));
  const passwordHash = await passwords.hash(
    new_password,
    passwordShare({ client, member: { id: caller.user.id, tenant_id: caller.user.tenantId } }),
  );
  return transaction(async (tx, caller) => {
    const user = await findUser(tx, caller.user.id);
    if (!user) throw new AppError('SESSION_ENDED', { reason: 'deleted' });
    const { apiKeys } = await endAuthority(context, tx, user, 'password_changed', {
      session: caller.sessionId,
      keep: keepsKeys ? ['api_keys'] : [],
    });
    await updateUser(tx, user, { password_hash: passwordHash });
    await sendNotice(context, tx, user, 'password_changed', { by: user, client }, {});
    await recordEvent(context, tx, { action: 'changePassword', actor: caller.user, client, target: userTarget(user) });
    return { success: true, message: messageOf(apiKeys) };
  });
};

const messageOf = (revokedKeys: number): string => {
  const signedOut = 'Password changed. You have been signed out on your other devices.';
  if (revokedKeys === 0) return signedOut;
  return `${signedOut} ${revokedKeys === 1 ? 'Your API key was' : 'Your API keys were'} revoked.`;
};
