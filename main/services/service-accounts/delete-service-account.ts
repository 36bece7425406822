import type { contract } from '#shared/contract/index.ts';
import { deleteServiceAccount as deleteRow } from '../../storage/store/service-accounts/service-accounts.ts';
import type { Handler } from '../handler.ts';
import { findGovernedAccount } from '../identity/find-governed-account.ts';
import { recordEvent, serviceAccountTarget } from '../recording/record-event.ts';

/** The next call of each of its keys is rejected. */
export const deleteServiceAccount: Handler<typeof contract.serviceAccounts.deleteServiceAccount> = async (
  context,
  { tenant_id, account_id },
  { client, transaction },
) => {
  await transaction(async (tx, caller) => {
    const account = await findGovernedAccount(tx, caller, account_id, context.clock.now());
    await deleteRow(tx, tenant_id, account_id);
    await recordEvent(context, tx, {
      action: 'deleteServiceAccount',
      actor: caller.user,
      client,
      target: serviceAccountTarget(account),
      details: { keys: account.keys },
    });
  });
  return { success: true, message: 'Service account deleted.' };
};
