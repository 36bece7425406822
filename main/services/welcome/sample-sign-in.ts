import { AppError } from '#shared/texts/errors.ts';
import type { WriteTransaction } from '../../storage/database/schema.ts';
import type { UserRow } from '../../storage/store/identity/users.ts';
import type { AppContext } from '../context.ts';
import type { Client } from '../handler.ts';
import { passwordShare } from '../identity/password-share.ts';
import { recordSignIn } from '../identity/record-sign-in.ts';
import { startSession } from '../identity/start-session.ts';

/** Password length in characters: 96 random bits. */
const passwordLength = 16;

export const notOffered = (): AppError => new AppError('STATE_CONFLICT', { reason: 'sample_not_offered' });

/** The password that all accounts of a sample share from now on. */
export const newSamplePassword = async (
  { ids, passwords }: AppContext,
  client: Client,
): Promise<{ password: string; hash: string }> => {
  const password = ids.secret().slice(0, passwordLength);
  return { password, hash: await passwords.hash(password, passwordShare({ client })) };
};

/** Starts a session of a sample account. */
export const signInToSample = async (context: AppContext, tx: WriteTransaction, user: UserRow, client: Client) => {
  const tokens = await startSession(context, tx, user, client, null);
  return recordSignIn(context, tx, { user, client, tokens, action: 'login', details: {} });
};
