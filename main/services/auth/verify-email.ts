import type { contract } from '#shared/contract/index.ts';
import type { EmailVerifier } from '#shared/rules/email-verifiers.ts';
import { AppError } from '#shared/texts/errors.ts';
import { hashSecret } from '../../security/refresh-tokens.ts';
import type { WriteTransaction } from '../../storage/database/schema.ts';
import {
  findToken,
  isTokenOver,
  markTokenUsed,
  type OneTimeTokenRow,
} from '../../storage/store/identity/one-time-tokens.ts';
import { findUser, type UserRow, updateUser } from '../../storage/store/identity/users.ts';
import type { AppContext } from '../context.ts';
import type { Handler } from '../handler.ts';
import { applyAddress } from '../identity/change-address.ts';
import { assertAllowedDomain } from '../identity/email-domains.ts';
import { rejectToken, tokenScope } from '../identity/one-time-tokens.ts';
import { sendsEmail } from '../identity/sends-email.ts';
import { accountActor, recordEvent, userTarget } from '../recording/record-event.ts';

/** A fixed console page; never taken from the request. */
const redirectUrl = '/dashboard?welcome=1';

/**
 * Seed 000 §4 #4: verifies the address of a new account or, after a change, the new address (§4 #11). Repeating an
 * applied link returns the same response: mail scanners open links before people do.
 */
export const verifyEmail: Handler<typeof contract.auth.verifyEmail> = async (
  context,
  { token },
  { client, transaction },
) => {
  const { clock } = context;
  const hash = hashSecret(token);
  await transaction(await tokenScope(context, token), async (tx) => {
    const now = clock.now();
    const record = (user: UserRow): Promise<void> =>
      recordEvent(context, tx, {
        action: 'verifyEmail',
        actor: accountActor(user),
        client,
        target: userTarget(user),
      });
    const own = await markTokenUsed(tx, ['verify_email'], hash, now);
    if (own) return record(await applyVerification(context, tx, own));
    const change = await markTokenUsed(tx, ['change_email'], hash, now);
    if (change) return record(await applyChange(context, tx, change));
    return assertAlreadyApplied(tx, hash, now);
  });
  return { success: true, email_verified: true, redirect_url: redirectUrl };
};

const userOf = async (tx: WriteTransaction, token: OneTimeTokenRow) => {
  const user = token.user_id === null ? undefined : await findUser(tx, token.user_id);
  if (user?.status !== 'active') throw new AppError('LINK_INVALID');
  return user;
};

/** DECISION 0014: a link that was shown here proves nothing, so it verifies only where no email could. */
const assertProvesMailbox = async (
  context: AppContext,
  tx: WriteTransaction,
  token: OneTimeTokenRow,
  { tenant_id }: UserRow,
): Promise<void> => {
  if (token.disclosed_at !== null && (await sendsEmail(context, tx, tenant_id))) throw new AppError('LINK_INVALID');
};

/** Whoever was shown the link, instead of the mailbox's owner, vouches for the address. */
const verifierOf = ({ disclosed_at }: OneTimeTokenRow): EmailVerifier => (disclosed_at === null ? 'mailbox' : 'owner');

const applyVerification = async (
  context: AppContext,
  tx: WriteTransaction,
  token: OneTimeTokenRow,
): Promise<UserRow> => {
  const user = await userOf(tx, token);
  if (user.email !== token.email) return rejectToken(token, context.clock.now());
  await assertProvesMailbox(context, tx, token, user);
  const verification = verifierOf(token);
  if (verification === 'mailbox' || user.email_verified === 0) await updateUser(tx, user, { verification });
  return user;
};

const applyChange = async (context: AppContext, tx: WriteTransaction, token: OneTimeTokenRow): Promise<UserRow> => {
  const user = await userOf(tx, token);
  await assertProvesMailbox(context, tx, token, user);
  await assertAllowedDomain(tx, user.tenant_id, token.email);
  return applyAddress(context, tx, user, { email: token.email, verification: verifierOf(token) });
};

/** @throws AppError LINK_INVALID, LINK_EXPIRED unless the link verified the account's current address */
const assertAlreadyApplied = async (tx: WriteTransaction, hash: string, now: number): Promise<void> => {
  const token = await findToken(tx, ['verify_email', 'change_email'], hash);
  if (!token || token.used_at === null || token.user_id === null) return rejectToken(token, now);
  if (isTokenOver(token, now)) throw new AppError('LINK_EXPIRED');
  const user = await findUser(tx, token.user_id);
  const holds = user?.status === 'active' && user.email === token.email && user.email_verified === 1;
  if (!holds) throw new AppError('LINK_INVALID');
};
