import type { contract } from '#shared/contract/index.ts';
import { found } from '../../platform/app-error.ts';
import { deleteServiceAccountKey } from '../../storage/store/service-accounts/service-account-keys.ts';
import { findServiceAccount } from '../../storage/store/service-accounts/service-accounts.ts';
import type { Handler } from '../handler.ts';
import { recordEvent, serviceAccountTarget } from '../recording/record-event.ts';

/** The key's next call is rejected. */
export const revokeServiceAccountKey: Handler<typeof contract.serviceAccounts.revokeServiceAccountKey> = async (
  context,
  { tenant_id, account_id, key_id },
  { client, transaction },
) => {
  await transaction(async (tx, { user }) => {
    const account = found(await findServiceAccount(tx, tenant_id, account_id, context.clock.now()));
    const key = found(await deleteServiceAccountKey(tx, account.id, key_id));
    await recordEvent(context, tx, {
      action: 'revokeServiceAccountKey',
      actor: user,
      client,
      target: serviceAccountTarget(account),
      details: { key_id: key.id, name: key.name, prefix: key.prefix },
    });
  });
  return { success: true, message: 'Key revoked.' };
};
