import type { contract } from '#shared/contract/index.ts';
import { AppError } from '#shared/errors.ts';
import { findAnyMember } from '../../store/identity/users.ts';
import { removeFromWorkspace } from '../../store/workspaces/workspace-members.ts';
import { recordEvent, userTarget } from '../audit-log/record-event.ts';
import type { Handler } from '../handler.ts';
import { findSeenWorkspace } from './find-seen-workspace.ts';

export const removeWorkspaceMember: Handler<typeof contract.workspaces.removeWorkspaceMember> = async (
  context,
  { tenant_id, slug, user_id },
  { client, transaction },
) => {
  await transaction(async (tx, caller) => {
    const workspace = await findSeenWorkspace(tx, caller, slug, 'workspaces.settings');
    const member = await findAnyMember(tx, tenant_id, user_id);
    if (!member || !(await removeFromWorkspace(tx, workspace.id, user_id))) throw new AppError('MEMBER_NOT_FOUND');
    await recordEvent(context, tx, {
      action: 'removeWorkspaceMember',
      actor: caller.user,
      client,
      target: userTarget(member),
      details: { workspace: workspace.name, workspace_id: workspace.id },
    });
  });
  return { success: true, message: 'Member removed from the workspace.' };
};
