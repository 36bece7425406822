import type { contract } from '#shared/contract/index.ts';
import { found } from '../../platform/app-error.ts';
import { findApiKey } from '../../storage/store/identity/api-keys.ts';
import type { Handler } from '../handler.ts';
import { presentApiKey } from '../presenters.ts';

/** One of the caller's API keys. Another user's key looks like one that does not exist. */
export const getApiKey: Handler<typeof contract.security.getApiKey> = async (context, { key_id }, { caller }) =>
  presentApiKey(context, found(await findApiKey(context.db.read, caller.user.id, key_id)));
