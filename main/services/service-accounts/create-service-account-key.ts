import type { contract } from '#shared/contract/index.ts';
import { AppError } from '#shared/texts/errors.ts';
import type { Handler } from '../handler.ts';
import { findGovernedAccount } from '../identity/find-governed-account.ts';
import { recordEvent, serviceAccountTarget } from '../recording/record-event.ts';
import { issueServiceKey } from './issue-service-key.ts';

/** Creates an API key or a client secret of a service account, and returns it only this once. */
export const createServiceAccountKey: Handler<typeof contract.serviceAccounts.createServiceAccountKey> = async (
  context,
  { account_id, kind, name, expires_in_days, password },
  { client, confirmPassword, transaction },
) => {
  // Nothing exchanges one for access tokens there.
  if (kind === 'client_secret' && !context.config.isPublicHttps) throw new AppError('CLIENT_SECRETS_NEED_HTTPS');
  await confirmPassword(password);
  return transaction(async (tx, caller) => {
    const account = await findGovernedAccount(tx, caller, account_id, context.clock.now());
    const wanted = { kind, name, expiresInDays: expires_in_days };
    const issued = await issueServiceKey(context, tx, account, caller, client, wanted);
    const { key_id, prefix } = issued.service_account_key;
    await recordEvent(context, tx, {
      action: 'createServiceAccountKey',
      actor: caller.user,
      client,
      target: serviceAccountTarget(account),
      details: { key_id, name, prefix, kind },
    });
    return issued;
  });
};
