import { AppError } from '#shared/errors.ts';
import type { AppContext } from '../../context.ts';
import type { WriteTransaction } from '../../database/schema.ts';
import { deviceName } from '../../security/device-name.ts';
import type { UserRow } from '../../store/identity/users.ts';
import { accountActor, recordEvent, userTarget } from '../audit-log/record-event.ts';
import type { Client } from '../handler.ts';
import { passwordShare } from '../identity/password-share.ts';
import { loginAnswer, startSession } from '../identity/start-session.ts';

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
  await recordEvent(context, tx, {
    action: 'login',
    actor: accountActor(user),
    client,
    target: userTarget(user),
    details: { device: deviceName(client.userAgent) },
  });
  return loginAnswer(tokens, user);
};
