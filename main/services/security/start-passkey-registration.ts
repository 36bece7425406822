import type { contract } from '#shared/contract/index.ts';
import { passkeyLimits } from '#shared/rules/limits.ts';
import { AppError } from '#shared/texts/errors.ts';
import { issueChallenge } from '../../security/passkey-challenges.ts';
import { creationOptions } from '../../security/passkeys.ts';
import { listPasskeys } from '../../storage/store/identity/passkeys.ts';
import type { Handler } from '../handler.ts';
import { withConfirmation } from '../identity/confirm-change.ts';
import { ofSession, relyingPartyAt } from '../identity/passkeys.ts';
import { assertMayEnrol } from './assert-may-enrol.ts';

/** A challenge for a new passkey. Until it comes back with one, nothing changes. */
export const startPasskeyRegistration: Handler<typeof contract.security.startPasskeyRegistration> = async (
  context,
  { origin, ...confirmation },
  call,
) => {
  const { user, sessionId } = call.caller;
  const site = relyingPartyAt(context, origin);
  await assertMayEnrol(context, call.caller);
  const passkeys = await withConfirmation(context, call, confirmation, (tx) => listPasskeys(tx, user.id));
  if (passkeys.length >= passkeyLimits.perUser) throw new AppError('TOO_MANY_PASSKEYS');
  const { challenge, token } = issueChallenge(context, { purpose: 'registration', bound: ofSession(sessionId) }, site);
  const here = passkeys.filter((passkey) => passkey.site === site.id);
  return { challenge_token: token, options: creationOptions(challenge, site, user, here) };
};
