import type { contract } from '#shared/contract/index.ts';
import type { Handler } from '../handler.ts';
import { recordEvent, userTarget } from '../recording/record-event.ts';
import { issueApiKey, refuseScopes, scopesBeyondRole } from './issue-api-key.ts';

/** Creates a key for another tool, and returns it only this once. */
export const createApiKey: Handler<typeof contract.security.createApiKey> = async (
  context,
  { name, scopes, expires_in_days, password },
  { client, confirmPassword, transaction },
) => {
  await confirmPassword(password);
  return transaction(async (tx, caller) => {
    const beyond = scopesBeyondRole(caller.user, scopes);
    if (beyond.length > 0) refuseScopes('scopes', beyond);
    const wanted = { name, scopes: [...new Set(scopes)], expiresInDays: expires_in_days };
    const issued = await issueApiKey(context, tx, caller, client, wanted);
    const { key_id, prefix } = issued.api_key;
    await recordEvent(context, tx, {
      action: 'createApiKey',
      actor: caller.user,
      client,
      target: userTarget(caller.user),
      details: { key_id, name, prefix },
    });
    return issued;
  });
};
