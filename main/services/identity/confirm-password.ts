import type { PersonCaller } from '../../security/caller.ts';
import type { AppContext } from '../context.ts';
import type { Client } from '../handler.ts';
import { withConfirmationAttempt } from './confirmation-attempts.ts';
import { passwordShare } from './password-share.ts';

/**
 * Asks for the password again before actions that a hijacked session must not perform.
 * @throws AppError CURRENT_PASSWORD_INVALID, ACCOUNT_LOCKED
 */
export const confirmPassword = (
  context: AppContext,
  client: Client,
  caller: PersonCaller,
  password: string,
): Promise<void> => {
  const { id, tenantId } = caller.user;
  const share = passwordShare({ client, member: { id, tenant_id: tenantId } });
  return withConfirmationAttempt(context, caller, 'password', async () =>
    (await context.passwords.verify(password, caller.user.passwordHash, share)) ? { result: undefined } : undefined,
  );
};
