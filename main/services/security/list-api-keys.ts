import type { contract } from '#shared/contract/index.ts';
import * as store from '../../storage/store/identity/api-keys.ts';
import type { Handler } from '../handler.ts';
import { presentApiKey } from '../presenters.ts';

/** The caller's API keys, expired ones included until they are revoked. */
export const listApiKeys: Handler<typeof contract.security.listApiKeys> = async (context, _input, { caller }) => {
  const rows = await store.listApiKeys(context.db.read, caller.user.id);
  return { api_keys: rows.map((row) => presentApiKey(context, row)), total: rows.length };
};
