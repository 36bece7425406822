import type { contract } from '#shared/contract/index.ts';
import { AppError } from '#shared/errors.ts';
import { voidTokens } from '../../store/one-time-tokens.ts';
import { endSessionsOf } from '../../store/sessions.ts';
import { findUser, updateUser } from '../../store/users.ts';
import { sendPasswordChanged } from '../common/account-mails.ts';
import { confirmPassword } from '../common/confirm-password.ts';
import { recordEvent, userTarget } from '../common/record-event.ts';
import type { Handler } from '../handler.ts';

/** Seed 000 §4 #8: ends every session but this one. */
export const changePassword: Handler<typeof contract.auth.changePassword> = async (
  context,
  { current_password, new_password },
  { caller, client },
) => {
  const { db, clock, passwords } = context;
  await confirmPassword(context, caller, current_password);
  if (current_password === new_password) throw new AppError('SAME_PASSWORD');
  await passwords.assertAcceptable(new_password, [caller.user.email, caller.user.name]);
  const passwordHash = await passwords.hash(new_password);
  await db.transaction(async (tx) => {
    const user = await findUser(tx, caller.user.id);
    // Of two concurrent changes, reject the one based on an outdated password.
    if (user?.password_hash !== caller.user.passwordHash) throw new AppError('CURRENT_PASSWORD_INVALID');
    const now = clock.now();
    await updateUser(tx, user, { password_hash: passwordHash, pending_email: null });
    await endSessionsOf(tx, user.id, 'password_changed', now, caller.sessionId);
    await voidTokens(tx, { userId: user.id }, now, ['reset_password', 'change_email', 'second_factor']);
    await sendPasswordChanged(context, tx, user, client);
    await recordEvent(context, tx, { action: 'changePassword', actor: caller.user, client, target: userTarget(user) });
  });
  return { success: true, message: 'Password changed. You have been signed out on your other devices.' };
};
