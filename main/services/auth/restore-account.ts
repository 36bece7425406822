import type { contract } from '#shared/contract/index.ts';
import { AppError } from '#shared/texts/errors.ts';
import { markRestored } from '../../storage/store/identity/account-standing.ts';
import { findUser } from '../../storage/store/identity/users.ts';
import { isTenantClosed, keepTenant } from '../../storage/store/team/tenants.ts';
import type { Handler } from '../handler.ts';
import { endAuthority } from '../identity/end-authority.ts';
import { consumeToken, tokenScope } from '../identity/one-time-tokens.ts';
import { startSessionOrChallenge } from '../identity/second-factor.ts';
import { loginAnswer } from '../identity/start-session.ts';
import { accountActor, recordEvent, userTarget } from '../recording/record-event.ts';

/** Cancels a scheduled deletion, including the tenant's (seed 000 §3; the operation is not shown there). */
export const restoreAccount: Handler<typeof contract.auth.restoreAccount> = async (
  context,
  { restore_token },
  { client, transaction },
) => {
  const { clock } = context;
  const answer = await transaction(await tokenScope(context, restore_token), async (tx) => {
    const token = await consumeToken(context, tx, 'restore_account', restore_token);
    const restored = token.user_id !== null && (await markRestored(tx, token.user_id, clock.now()));
    const user = token.user_id === null ? undefined : await findUser(tx, token.user_id);
    if (!restored || !user || (await isTenantClosed(tx, user.tenant_id))) throw new AppError('LINK_INVALID');
    await endAuthority(context, tx, user, 'restored');
    await keepTenant(tx, user.tenant_id);
    await recordEvent(context, tx, {
      action: 'restoreAccount',
      actor: accountActor(user),
      client,
      target: userTarget(user),
    });
    const tokens = await startSessionOrChallenge(context, tx, user, client, 'password');
    return tokens instanceof AppError ? tokens : loginAnswer(tokens, user);
  });
  if (answer instanceof AppError) throw answer;
  return answer;
};
