import { mayInWorkspace, type WorkspacePermission } from '#shared/rules/permissions.ts';
import { AppError } from '#shared/texts/errors.ts';
import type { Caller } from '../../security/caller.ts';
import type { Queries } from '../../storage/database/schema.ts';
import { findWorkspace, type SeenWorkspaceRow } from '../../storage/store/workspaces/workspaces.ts';

/**
 * A workspace in which the caller has a permission. If the caller cannot see it, it looks nonexistent.
 * @throws AppError NOT_FOUND, FORBIDDEN
 */
export const findSeenWorkspace = async (
  db: Queries,
  { user }: Caller,
  slug: string,
  permission: WorkspacePermission,
): Promise<SeenWorkspaceRow> => {
  const workspace = await findWorkspace(db, user.tenantId, slug, user.id);
  const role = workspace?.my_role ?? undefined;
  if (!workspace || !mayInWorkspace(user.role, role, 'workspaces.read')) throw new AppError('NOT_FOUND');
  if (!mayInWorkspace(user.role, role, permission)) throw new AppError('FORBIDDEN', { reason: 'role' });
  return workspace;
};
