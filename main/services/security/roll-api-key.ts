import type { contract } from '#shared/contract/index.ts';
import { hour } from '#shared/rules/limits.ts';
import { found } from '../../platform/app-error.ts';
import { toIso } from '../../platform/clock.ts';
import { deleteApiKey, endApiKeyBy } from '../../storage/store/identity/api-keys.ts';
import { scopesOf } from '../../storage/store/stored-columns.ts';
import type { Handler } from '../handler.ts';

import { recordEvent, userTarget } from '../recording/record-event.ts';
import { issueApiKey, refuseScopes, scopesBeyondRole } from './issue-api-key.ts';

/** Replaces a key, with those of its scopes that the role still allows. Its tool has the overlap to change over; another user's key looks like one that does not exist. */
export const rollApiKey: Handler<typeof contract.security.rollApiKey> = async (
  context,
  { key_id, overlap_hours, expires_in_days, password },
  { client, confirmPassword, transaction },
) => {
  await confirmPassword(password);
  return transaction(async (tx, caller) => {
    const end = context.clock.now() + overlap_hours * hour;
    const ended =
      overlap_hours === 0 ? deleteApiKey(tx, caller.user.id, key_id) : endApiKeyBy(tx, caller.user.id, key_id, end);
    const old = found(await ended);
    const beyond = scopesBeyondRole(caller.user, scopesOf(old));
    const scopes = scopesOf(old).filter((scope) => !beyond.includes(scope));
    if (scopes.length === 0) refuseScopes('key_id', beyond);
    const wanted = { name: old.name, scopes, expiresInDays: expires_in_days };
    const issued = await issueApiKey(context, tx, caller, client, wanted);
    const { prefix } = issued.api_key;
    await recordEvent(context, tx, {
      action: 'rollApiKey',
      actor: caller.user,
      client,
      target: userTarget(caller.user),
      details: { key_id: issued.api_key.key_id, name: old.name, prefix, old_prefix: old.prefix, overlap_hours },
    });
    return { ...issued, old_key_expires_at: toIso(Math.min(end, old.expires_at ?? end)) };
  });
};
