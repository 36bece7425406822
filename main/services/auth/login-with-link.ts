import type { contract } from '#shared/contract/index.ts';
import { AppError } from '#shared/texts/errors.ts';
import { hashSecret } from '../../security/refresh-tokens.ts';
import { voidTokens } from '../../storage/store/identity/one-time-tokens.ts';
import { findUser } from '../../storage/store/identity/users.ts';
import { findTenant, isTenantClosed } from '../../storage/store/team/tenants.ts';
import type { Handler } from '../handler.ts';
import { belongsTo } from '../identity/belongs-to.ts';
import { boundSecret, consumeToken, tokenScope } from '../identity/one-time-tokens.ts';
import { recordSignIn } from '../identity/record-sign-in.ts';
import { startSessionOrChallenge } from '../identity/second-factor.ts';

/**
 * DECISION 0326: signs in with a link that reached the mailbox, in the browser that asked for it. Elsewhere the link is worth
 * nothing, so neither a scanner of emails nor whoever it is forwarded to can use it up. A second factor is asked for.
 */
export const loginWithLink: Handler<typeof contract.auth.loginWithLink> = async (
  context,
  { token, browser_token, sign_in_slug },
  { client, transaction },
) => {
  const secret = boundSecret(token, hashSecret(browser_token));
  const answer = await transaction(await tokenScope(context, secret), async (tx) => {
    const { user_id } = await consumeToken(context, tx, 'sign_in_link', secret);
    const user = await findUser(tx, user_id ?? '');
    if (user?.status !== 'active' || (await isTenantClosed(tx, user.tenant_id))) throw new AppError('LINK_INVALID');
    const { email_sign_in } = await findTenant(tx, user.tenant_id);
    if (email_sign_in === 0 || !(await belongsTo(tx, sign_in_slug, user))) throw new AppError('LINK_INVALID');
    // Those of other browsers.
    await voidTokens(tx, { userId: user.id }, context.clock.now(), ['sign_in_link']);
    const tokens = await startSessionOrChallenge(context, tx, user, client, 'email_link');
    if (tokens instanceof AppError) return tokens;
    return recordSignIn(context, tx, { user, client, tokens, action: 'loginWithLink', details: {} });
  });
  if (answer instanceof AppError) throw answer;
  return answer;
};
