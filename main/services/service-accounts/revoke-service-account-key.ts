import type { contract } from '#shared/contract/index.ts';
import { found } from '../../platform/app-error.ts';
import { deleteServiceAccountKey } from '../../storage/store/service-accounts/service-account-keys.ts';
import type { Handler } from '../handler.ts';
import { findGovernedAccount } from '../identity/find-governed-account.ts';
import { recordEvent, serviceAccountTarget } from '../recording/record-event.ts';

/** The next call of the key, or of an access token that was given for the secret, is rejected. */
export const revokeServiceAccountKey: Handler<typeof contract.serviceAccounts.revokeServiceAccountKey> = async (
  context,
  { account_id, key_id },
  { client, transaction },
) => {
  const kind = await transaction(async (tx, caller) => {
    const account = await findGovernedAccount(tx, caller, account_id, context.clock.now());
    const key = found(await deleteServiceAccountKey(tx, account.id, key_id));
    await recordEvent(context, tx, {
      action: 'revokeServiceAccountKey',
      actor: caller.user,
      client,
      target: serviceAccountTarget(account),
      details: { key_id: key.id, name: key.name, prefix: key.prefix, kind: key.kind },
    });
    return key.kind;
  });
  return { success: true, message: kind === 'client_secret' ? 'Client secret revoked.' : 'Key revoked.' };
};
