import type { contract } from '#shared/contract/index.ts';
import { listApiKeys } from '../../storage/store/identity/api-keys.ts';
import type { Handler } from '../handler.ts';
import { findGovernedMember } from '../identity/find-governed-member.ts';
import { presentApiKey } from '../presenters.ts';

/** A member's API keys, for callers who govern them. */
export const listMemberApiKeys: Handler<typeof contract.security.listMemberApiKeys> = async (
  context,
  { user_id },
  { caller },
) => {
  const member = await findGovernedMember(context.db.read, caller, user_id);
  const rows = await listApiKeys(context.db.read, member.id);
  return { api_keys: rows.map((row) => presentApiKey(context, row)), total: rows.length };
};
