import type { contract } from '#shared/contract/index.ts';
import { listPasskeys } from '../../storage/store/identity/passkeys.ts';
import type { Handler } from '../handler.ts';
import { challengePasskey, ofSession } from '../identity/passkeys.ts';

/** A challenge for the caller's passkeys, for changes that ask for a code or a passkey. */
export const startPasskeyConfirmation: Handler<typeof contract.security.startPasskeyConfirmation> = async (
  context,
  { origin },
  { caller },
) => {
  const passkeys = await listPasskeys(context.db.read, caller.user.id);
  return challengePasskey(context, { purpose: 'confirmation', bound: ofSession(caller.sessionId) }, origin, passkeys);
};
