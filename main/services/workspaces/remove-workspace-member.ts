import type { contract } from '#shared/contract/index.ts';
import { AppError } from '#shared/errors.ts';
import { removeFromWorkspace } from '../../store/workspace-members.ts';
import type { Handler } from '../handler.ts';
import { findSeenWorkspace } from './find-seen-workspace.ts';

export const removeWorkspaceMember: Handler<typeof contract.workspaces.removeWorkspaceMember> = async (
  { db },
  { slug, user_id },
  { caller },
) => {
  const workspace = await findSeenWorkspace(db.read, caller, slug, 'workspaces.settings');
  if (!(await removeFromWorkspace(db.write, workspace.id, user_id))) throw new AppError('MEMBER_NOT_FOUND');
  return { success: true, message: 'The member is taken out of the workspace.' };
};
