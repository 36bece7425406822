import { isApiError } from './errors.ts';
import type { SignedIn } from './sessions.ts';

export interface SignIn {
  readonly email: string;
  readonly password: string;
  /** Whether an account that is about to be deleted is restored. */
  readonly restore?: boolean;
  /** The code of an authenticator app or a recovery code, or who asks for it once it is needed. */
  readonly code?: string | ((methods: readonly string[]) => string | Promise<string>);
}

/**
 * Signs in with a password, and with a code where the account needs one.
 * @throws ApiError with the code `SECOND_FACTOR_REQUIRED` if it does, and there is none
 */
export const signIn = async (
  { email, password, code, restore = false }: SignIn,
  call: (id: string, fields: object) => Promise<unknown>,
): Promise<SignedIn> => {
  try {
    return (await call('login', { email, password }).catch((error: unknown) => {
      if (!restore || !isApiError(error, 'ACCOUNT_PENDING_DELETION')) throw error;
      return call('restoreAccount', { restore_token: error.details.restore_token });
    })) as SignedIn;
  } catch (error) {
    if (code === undefined || !isApiError(error, 'SECOND_FACTOR_REQUIRED')) throw error;
    const { second_factor_token, second_factor_methods } = error.details;
    const given = typeof code === 'string' ? code : await code((second_factor_methods ?? []) as readonly string[]);
    return (await call('completeLogin', { second_factor_token, code: given })) as SignedIn;
  }
};
