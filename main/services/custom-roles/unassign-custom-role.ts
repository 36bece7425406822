import type { contract } from '#shared/contract/index.ts';
import { AppError } from '#shared/texts/errors.ts';
import type { Handler } from '../handler.ts';
import { notifyOfCustomRole } from '../identity/member-news.ts';
import { noticeOrigin } from '../identity/notices.ts';
import { recordEvent } from '../recording/record-event.ts';
import { changeableCustomRole } from './changeable-custom-role.ts';
import { findHolder } from './find-holder.ts';

/** Takes a custom role. It no longer holds from the next request on. */
export const unassignCustomRole: Handler<typeof contract.customRoles.unassignCustomRole> = async (
  context,
  { role_id, holder_id },
  { client, transaction },
) => {
  await transaction(async (tx, caller) => {
    const role = await changeableCustomRole(tx, caller, role_id);
    const holder = await findHolder(tx, caller, holder_id, context.clock.now());
    if (!(await holder.take(role.id))) throw new AppError('NOT_FOUND');
    await recordEvent(context, tx, {
      action: 'unassignCustomRole',
      actor: caller.user,
      client,
      target: holder.target,
      details: { custom_role: role.name, custom_role_id: role.id },
    });
    if (!holder.member) return;
    const origin = noticeOrigin(caller.user, client);
    await notifyOfCustomRole(context, tx, holder.member, role, 'taken', origin);
  });
  return { success: true, message: 'Custom role unassigned.' };
};
