import type { contract } from '#shared/contract/index.ts';
import { given } from '../../mail/mail-params.ts';
import { found } from '../../platform/app-error.ts';
import { deleteApiKey } from '../../storage/store/identity/api-keys.ts';
import type { Handler } from '../handler.ts';
import { findGovernedMember } from '../identity/find-governed-member.ts';
import { sendNotice } from '../identity/notices.ts';
import { recordEvent, userTarget } from '../recording/record-event.ts';

/** Revokes a member's key, for callers who govern them. Its next call is rejected. */
export const revokeMemberApiKey: Handler<typeof contract.security.revokeMemberApiKey> = async (
  context,
  { user_id, key_id },
  { client, transaction },
) => {
  await transaction(async (tx, caller) => {
    const member = await findGovernedMember(tx, caller, user_id);
    const key = found(await deleteApiKey(tx, member.id, key_id));
    if (member.id !== caller.user.id) {
      const named = { key_name: given.text(key.name), prefix: given.keyPrefix(key.prefix) };
      await sendNotice(context, tx, member, 'api_key_revoked', { by: caller.user, client }, named);
    }
    await recordEvent(context, tx, {
      action: 'revokeMemberApiKey',
      actor: caller.user,
      client,
      target: userTarget(member),
      details: { key_id: key.id, name: key.name, prefix: key.prefix },
    });
  });
  return { success: true, message: 'API key revoked.' };
};
