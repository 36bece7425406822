import type { contract } from '#shared/contract/index.ts';
import type { Handler } from '../handler.ts';
import { findGovernedAccount } from '../identity/find-governed-account.ts';
import { recordEvent, serviceAccountTarget } from '../recording/record-event.ts';
import { issueServiceKey } from './issue-service-key.ts';

/** Creates a key of a service account, and returns it only this once. */
export const createServiceAccountKey: Handler<typeof contract.serviceAccounts.createServiceAccountKey> = async (
  context,
  { account_id, name, expires_in_days, password },
  { client, confirmPassword, transaction },
) => {
  await confirmPassword(password);
  return transaction(async (tx, caller) => {
    const account = await findGovernedAccount(tx, caller, account_id, context.clock.now());
    const wanted = { name, expiresInDays: expires_in_days };
    const issued = await issueServiceKey(context, tx, account, caller, client, wanted);
    const { key_id, prefix } = issued.service_account_key;
    await recordEvent(context, tx, {
      action: 'createServiceAccountKey',
      actor: caller.user,
      client,
      target: serviceAccountTarget(account),
      details: { key_id, name, prefix },
    });
    return issued;
  });
};
