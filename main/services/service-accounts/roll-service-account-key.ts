import type { contract } from '#shared/contract/index.ts';
import { hour } from '#shared/rules/limits.ts';
import { found } from '../../platform/app-error.ts';
import { toIso } from '../../platform/clock.ts';
import {
  deleteServiceAccountKey,
  endServiceAccountKeyBy,
} from '../../storage/store/service-accounts/service-account-keys.ts';
import type { Handler } from '../handler.ts';
import { findGovernedAccount } from '../identity/find-governed-account.ts';
import { recordEvent, serviceAccountTarget } from '../recording/record-event.ts';
import { issueServiceKey } from './issue-service-key.ts';

/** Replaces a key of a service account. Its tool has the overlap to change over. */
export const rollServiceAccountKey: Handler<typeof contract.serviceAccounts.rollServiceAccountKey> = async (
  context,
  { account_id, key_id, overlap_hours, expires_in_days, password },
  { client, confirmPassword, transaction },
) => {
  await confirmPassword(password);
  return transaction(async (tx, caller) => {
    const account = await findGovernedAccount(tx, caller, account_id, context.clock.now());
    const end = context.clock.now() + overlap_hours * hour;
    const ended =
      overlap_hours === 0
        ? deleteServiceAccountKey(tx, account.id, key_id)
        : endServiceAccountKeyBy(tx, account.id, key_id, end);
    const old = found(await ended);
    const wanted = { kind: old.kind, name: old.name, expiresInDays: expires_in_days };
    const issued = await issueServiceKey(context, tx, account, caller, client, wanted);
    const { prefix, key_id: newId } = issued.service_account_key;
    await recordEvent(context, tx, {
      action: 'rollServiceAccountKey',
      actor: caller.user,
      client,
      target: serviceAccountTarget(account),
      details: { key_id: newId, name: old.name, prefix, kind: old.kind, old_prefix: old.prefix, overlap_hours },
    });
    return { ...issued, old_key_expires_at: toIso(Math.min(end, old.expires_at ?? end)) };
  });
};
