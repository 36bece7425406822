import type { contract } from '#shared/contract/index.ts';
import { found } from '../../platform/app-error.ts';
import { findPasskey } from '../../storage/store/identity/passkeys.ts';
import type { Handler } from '../handler.ts';
import { presentPasskey } from '../identity/present-passkey.ts';

/** One of the caller's passkeys. */
export const getPasskey: Handler<typeof contract.security.getPasskey> = async ({ db }, { passkey_id }, { caller }) =>
  presentPasskey(found(await findPasskey(db.read, caller.user.id, passkey_id)));
