import { workspaceRights } from '#shared/rules/permissions.ts';
import type { WorkspaceRole } from '#shared/rules/roles.ts';
import { AppError } from '#shared/texts/errors.ts';
import type { Caller } from '../../security/caller.ts';

/**
 * DECISION 0305: whom an API key lets into workspaces, by inviting them or through a group, it makes Members at most, unless
 * it may change who is in a workspace.
 * @throws AppError SCOPE_REQUIRED
 */
export const assertMayGrantInWorkspaces = ({ key }: Pick<Caller, 'key'>, role: WorkspaceRole): void => {
  const scope = 'workspaces.settings';
  if (!key || !workspaceRights[scope][role] || key.scopes.some((held) => held === scope)) return;
  throw new AppError('SCOPE_REQUIRED', { scope });
};
