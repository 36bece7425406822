import type { contract } from '#shared/contract/index.ts';
import { found } from '../../platform/app-error.ts';
import { deleteApiKey } from '../../storage/store/identity/api-keys.ts';
import type { Handler } from '../handler.ts';
import { recordEvent, userTarget } from '../recording/record-event.ts';

/** The key's next call is rejected. Another user's key looks like one that does not exist. */
export const revokeApiKey: Handler<typeof contract.security.revokeApiKey> = async (
  context,
  { key_id },
  { client, transaction },
) => {
  await transaction(async (tx, caller) => {
    const key = found(await deleteApiKey(tx, caller.user.id, key_id));
    await recordEvent(context, tx, {
      action: 'revokeApiKey',
      actor: caller.user,
      client,
      target: userTarget(caller.user),
      details: { key_id: key.id, name: key.name, prefix: key.prefix },
    });
  });
  return { success: true, message: 'API key revoked.' };
};
