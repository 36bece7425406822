import { lifetimesMs, second } from '#shared/rules/limits.ts';
import type { SignInMethod } from '#shared/rules/sign-in-methods.ts';
import { deviceName } from '../../security/device-name.ts';
import type { WriteTransaction } from '../../storage/database/schema.ts';
import { insertSession } from '../../storage/store/identity/sessions.ts';
import { recordLogin, type UserRow } from '../../storage/store/identity/users.ts';
import type { AppContext } from '../context.ts';
import type { Client } from '../handler.ts';
import { newSession } from './new-session.ts';

export interface Tokens {
  access_token: string;
  refresh_token: string;
  /** Seconds. */
  expires_in: number;
}

export const accessTokenSeconds = lifetimesMs.accessToken / second;

/** Starts a session for a user who has just authenticated (seed 000 §4 #2). */
export const startSession = async (
  context: AppContext,
  tx: WriteTransaction,
  user: UserRow,
  client: Client,
  method: SignInMethod | null,
): Promise<Tokens> => {
  const from = { device: deviceName(client.userAgent), ip_address: client.ip, sign_in_method: method };
  const { row, refreshToken } = newSession(context, user.id, from);
  await insertSession(tx, row);
  await recordLogin(tx, user.id, row.created_at);
  const accessToken = await context.accessTokens.sign(
    { user_id: user.id, tenant_id: user.tenant_id, email: user.email, role: user.role },
    row.id,
  );
  return { access_token: accessToken, refresh_token: refreshToken, expires_in: accessTokenSeconds };
};

/** Tokens with the login user object (seed 000 §2). */
export const loginAnswer = (tokens: Tokens, user: UserRow) => ({
  access_token: tokens.access_token,
  refresh_token: tokens.refresh_token,
  user: { id: user.id, email: user.email, name: user.name, tenant_id: user.tenant_id, role: user.role },
  expires_in: tokens.expires_in,
});
