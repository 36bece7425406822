import { isRefused, type ServiceRole, type ServiceScope } from '#shared/rules/permissions.ts';
import { AppError } from '#shared/texts/errors.ts';
import { fieldError } from '#shared/texts/field-reasons.ts';
import type { Queries } from '../../storage/database/schema.ts';
import { countExistingWorkspaces } from '../../storage/store/workspaces/workspaces.ts';

interface Wanted {
  role: ServiceRole;
  scopes: readonly ServiceScope[];
  workspace_ids: readonly string[] | null;
}

/**
 * Checks what a service account is to have: no scope beyond its role, and only workspaces of its organization.
 * @throws AppError VALIDATION_FAILED, WORKSPACE_NOT_FOUND
 */
export const checkServiceAccount = async (db: Queries, tenantId: string, wanted: Wanted): Promise<void> => {
  const beyond = wanted.scopes.filter((scope) => isRefused(wanted.role, scope));
  if (beyond.length > 0) {
    const params = { scopes: beyond.join(', ') };
    throw new AppError('VALIDATION_FAILED', {
      errors: [fieldError('scopes', { reason: 'scopes_beyond_service_role', params })],
    });
  }
  const ids = wanted.workspace_ids ?? [];
  if ((await countExistingWorkspaces(db, tenantId, ids)) < ids.length) throw new AppError('WORKSPACE_NOT_FOUND');
};

/** What the audit log says that a service account has. */
export const describeServiceAccount = ({
  role,
  scopes,
  workspace_ids,
  addresses,
}: Wanted & { addresses: readonly string[] }) => ({
  role,
  scopes: scopes.join(', '),
  workspaces: workspace_ids === null ? null : workspace_ids.length,
  allowed_addresses: addresses.join(', '),
});
