import { may, mayInWorkspace, type WorkspacePermission } from '#shared/rules/permissions.ts';
import { AppError } from '#shared/texts/errors.ts';
import { type Caller, serviceAccountOf } from '../../security/caller.ts';
import type { Queries } from '../../storage/database/schema.ts';
import { findWorkspace, type SeenWorkspaceRow } from '../../storage/store/workspaces/workspaces.ts';
import { serviceAccountSees } from './seen-workspaces.ts';

/**
 * A workspace in which the caller has a permission. If the caller cannot see it, it looks nonexistent.
 * @throws AppError NOT_FOUND, FORBIDDEN
 */
export const findSeenWorkspace = async (
  db: Queries,
  caller: Caller,
  slug: string,
  permission: WorkspacePermission,
): Promise<SeenWorkspaceRow> => {
  const { principal } = caller;
  const workspace = await findWorkspace(db, principal.tenantId, slug, principal.id);
  const service = serviceAccountOf(caller);
  if (service) {
    if (!workspace || !serviceAccountSees(service, workspace.id)) throw new AppError('NOT_FOUND');
    // One that is limited to workspaces may do there what its scopes say.
    if (!service.workspaceIds && !may(service, permission)) throw new AppError('FORBIDDEN', { reason: 'role' });
    return workspace;
  }
  const role = workspace?.my_role ?? undefined;
  if (!workspace || !mayInWorkspace(principal, role, 'workspaces.read')) throw new AppError('NOT_FOUND');
  if (!mayInWorkspace(principal, role, permission)) throw new AppError('FORBIDDEN', { reason: 'role' });
  return workspace;
};
