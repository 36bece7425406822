import type { contract } from '#shared/contract/index.ts';
import { AppError } from '#shared/texts/errors.ts';
import { findAnyMember } from '../../storage/store/identity/users.ts';
import { removeFromWorkspace } from '../../storage/store/workspaces/workspace-members.ts';
import type { Handler } from '../handler.ts';
import { findSeenWorkspace } from '../identity/find-seen-workspace.ts';
import { accessOf, notifyOfAccess } from '../identity/member-news.ts';
import { noticeOrigin } from '../identity/notices.ts';
import { recordEvent, userTarget } from '../recording/record-event.ts';

export const removeWorkspaceMember: Handler<typeof contract.workspaces.removeWorkspaceMember> = async (
  context,
  { tenant_id, slug, user_id },
  { client, transaction },
) => {
  await transaction(async (tx, caller) => {
    const workspace = await findSeenWorkspace(tx, caller, slug, 'workspaces.settings');
    const member = await findAnyMember(tx, tenant_id, user_id);
    const before = member ? await accessOf(tx, member, slug) : null;
    if (!member || !(await removeFromWorkspace(tx, workspace.id, user_id))) throw new AppError('MEMBER_NOT_FOUND');
    await recordEvent(context, tx, {
      action: 'removeWorkspaceMember',
      actor: caller.principal,
      client,
      target: userTarget(member),
      details: { workspace: workspace.name, workspace_id: workspace.id },
    });
    await notifyOfAccess(context, tx, member, workspace, before, noticeOrigin(caller.principal, client));
  });
  return { success: true, message: 'Member removed from the workspace.' };
};
