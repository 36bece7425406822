import { lifetimesMs, second } from '#shared/rules/limits.ts';
import type { SignInMethod } from '#shared/rules/sign-in-methods.ts';
import { deviceName } from '../../security/device-name.ts';
import type { WriteTransaction } from '../../storage/database/schema.ts';
import { insertSession, listSessionOrigins } from '../../storage/store/identity/sessions.ts';
import { recordLogin, type UserRow } from '../../storage/store/identity/users.ts';
import type { AppContext } from '../context.ts';
import type { Client } from '../handler.ts';
import { accountActor } from '../recording/record-event.ts';
import { takeOverBrowser } from './former-browser.ts';
import { knownDeviceOf } from './lockout.ts';
import { newSession } from './new-session.ts';
import { sendNotice, tenantParams } from './notices.ts';

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
  await notifyOfNewDevice(context, tx, user, client, from, method);
  const { row, refreshToken } = newSession(context, user.id, {
    ...from,
    browser_hash: client.browser?.secretHash() ?? null,
  });
  await insertSession(tx, row);
  if (client.browser) await takeOverBrowser(context, tx, client.browser, row);
  await recordLogin(tx, user.id, row.created_at);
  const accessToken = await context.accessTokens.sign(
    { user_id: user.id, tenant_id: user.tenant_id, email: user.email, role: user.role },
    row.id,
  );
  return { access_token: accessToken, refresh_token: refreshToken, expires_in: accessTokenSeconds };
};

/**
 * Notifies of a sign-in on a device that isn't known, unless there was one with the same browser from the same address. A link
 * has reached the mailbox already.
 */
const notifyOfNewDevice = async (
  context: AppContext,
  tx: WriteTransaction,
  user: UserRow,
  client: Client,
  from: { device: string; ip_address: string },
  method: SignInMethod | null,
): Promise<void> => {
  if (
    method === null ||
    method === 'link' ||
    method === 'email_link' ||
    knownDeviceOf(context, client, user) !== undefined
  )
    return;
  const earlier = await listSessionOrigins(tx, user.id);
  const isFirst = earlier.length === 0 && user.last_login_at === user.created_at;
  if (isFirst || earlier.some((one) => one.device === from.device && one.ip_address === from.ip_address)) return;
  const params = await tenantParams(tx, user.tenant_id);
  await sendNotice(context, tx, user, 'new_sign_in', { by: accountActor(user), client }, params);
};

/** Tokens with the login user object (seed 000 §2). */
export const loginAnswer = (tokens: Tokens, user: UserRow) => ({
  access_token: tokens.access_token,
  refresh_token: tokens.refresh_token,
  user: { id: user.id, email: user.email, name: user.name, tenant_id: user.tenant_id, role: user.role },
  expires_in: tokens.expires_in,
});
