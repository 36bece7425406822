import { AppError } from '#shared/errors.ts';
import type { AppContext } from '../../context.ts';
import type { Caller } from '../../security/caller.ts';

/**
 * Asks for the password again before actions that a hijacked session must not perform.
 * @throws AppError CURRENT_PASSWORD_INVALID, with status 400: a 401 would make clients refresh and try again.
 */
export const confirmPassword = async ({ passwords }: AppContext, { user }: Caller, password: string): Promise<void> => {
  if (!(await passwords.verify(password, user.passwordHash))) throw new AppError('CURRENT_PASSWORD_INVALID');
};
