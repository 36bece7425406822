import type { contract } from '#shared/contract/index.ts';
import { found } from '../../platform/app-error.ts';
import { renamePasskey as rename } from '../../storage/store/identity/passkeys.ts';
import type { Handler } from '../handler.ts';
import { presentPasskey } from '../identity/present-passkey.ts';
import { recordEvent, userTarget } from '../recording/record-event.ts';

/** Another user's passkey looks like one that does not exist. */
export const renamePasskey: Handler<typeof contract.security.renamePasskey> = async (
  context,
  { passkey_id, name },
  { client, transaction },
) =>
  transaction(async (tx, { user }) => {
    const row = found(await rename(tx, user.id, passkey_id, name));
    await recordEvent(context, tx, {
      action: 'renamePasskey',
      actor: user,
      client,
      target: userTarget(user),
      details: { passkey_id: row.id, name },
    });
    return presentPasskey(row);
  });
