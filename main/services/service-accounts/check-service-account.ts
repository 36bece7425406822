import { isRefused, type ServiceRole, type ServiceScope } from '#shared/rules/permissions.ts';
import { AppError } from '#shared/texts/errors.ts';
import { fieldError } from '#shared/texts/field-reasons.ts';
import type { Queries } from '../../storage/database/schema.ts';
import { workspaceNames } from '../../storage/store/workspaces/workspaces.ts';

interface Wanted {
  role: ServiceRole;
  scopes: readonly ServiceScope[];
  workspace_ids: readonly string[] | null;
  addresses: readonly string[];
}

interface Described {
  role: ServiceRole;
  scopes: string;
  /** Null for all that its role can open. */
  workspaces: string | null;
  allowed_addresses: string;
}

/** More names than this are counted. */
const mostNamed = 20;

const listed = (names: readonly string[]): string => {
  const more = names.length - mostNamed;
  return [...names.slice(0, mostNamed), ...(more > 0 ? [`+${more}`] : [])].join(', ');
};

/**
 * Checks what a service account is to have: no scope beyond its role, and only workspaces of its organization.
 * @returns what the audit log says that it has
 * @throws AppError VALIDATION_FAILED, WORKSPACE_NOT_FOUND
 */
export const checkServiceAccount = async (db: Queries, tenantId: string, wanted: Wanted): Promise<Described> => {
  const beyond = wanted.scopes.filter((scope) => isRefused(wanted.role, scope));
  if (beyond.length > 0) {
    const params = { scopes: beyond.join(', ') };
    throw new AppError('VALIDATION_FAILED', {
      errors: [fieldError('scopes', { reason: 'scopes_beyond_service_role', params })],
    });
  }
  const ids = wanted.workspace_ids ?? [];
  const names = await workspaceNames(db, tenantId, ids);
  if (names.length < ids.length) throw new AppError('WORKSPACE_NOT_FOUND');
  return {
    role: wanted.role,
    scopes: wanted.scopes.join(', '),
    workspaces: wanted.workspace_ids === null ? null : listed(names),
    allowed_addresses: wanted.addresses.join(', '),
  };
};
