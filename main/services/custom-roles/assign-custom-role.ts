import type { contract } from '#shared/contract/index.ts';
import { AppError } from '#shared/texts/errors.ts';
import type { Handler } from '../handler.ts';
import { assertConfirmed } from '../identity/confirmation.ts';
import { notifyOfCustomRole } from '../identity/member-news.ts';
import { noticeOrigin } from '../identity/notices.ts';
import { recordEvent } from '../recording/record-event.ts';
import { changeableCustomRole } from './changeable-custom-role.ts';
import { findHolder } from './find-holder.ts';
import { holderKindOf } from './holder-kind.ts';
import { notifyingOfOpened } from './notifying-of-opened.ts';

/** Gives a custom role. It holds from the next request on. Whoever has it already keeps it. */
export const assignCustomRole: Handler<typeof contract.customRoles.assignCustomRole> = async (
  context,
  { role_id, holder_id },
  { client, transaction },
) => {
  await transaction(async (tx, caller) => {
    const role = await changeableCustomRole(tx, caller, role_id);
    const holder = await findHolder(tx, caller, holder_id, context.clock.now());
    if (holder.member?.guest === 1) throw new AppError('STATE_CONFLICT', { reason: 'guest_custom_role' });
    const grant = { by: caller.user.id, at: context.clock.now() };
    const accounts = holderKindOf(holder_id) === 'service_account' ? [holder_id] : [];
    const give = () => holder.give(role.id, grant);
    if (!(await notifyingOfOpened(context, tx, { caller, client }, accounts, give))) return;
    await assertConfirmed(tx, caller);
    await recordEvent(context, tx, {
      action: 'assignCustomRole',
      actor: caller.user,
      client,
      target: holder.target,
      details: { custom_role: role.name, custom_role_id: role.id },
    });
    if (!holder.member) return;
    const origin = noticeOrigin(caller.user, client);
    await notifyOfCustomRole(context, tx, holder.member, role, 'given', origin);
  });
  return { success: true, message: 'Custom role assigned.' };
};
