import type { contract } from '#shared/contract/index.ts';
import { listPasskeys as listRows } from '../../storage/store/identity/passkeys.ts';
import type { Handler } from '../handler.ts';
import { presentPasskey } from '../identity/present-passkey.ts';

export const listPasskeys: Handler<typeof contract.security.listPasskeys> = async ({ db }, _input, { caller }) => {
  const rows = await listRows(db.read, caller.user.id);
  return { passkeys: rows.map(presentPasskey), total: rows.length };
};
