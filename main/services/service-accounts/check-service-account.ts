import { type Holder, isRefused, type ServiceRole, type ServiceScope } from '#shared/rules/permissions.ts';
import { AppError } from '#shared/texts/errors.ts';
import { fieldError } from '#shared/texts/field-reasons.ts';
import type { Caller } from '../../security/caller.ts';
import type { Queries } from '../../storage/database/schema.ts';
import { workspaceNames } from '../../storage/store/workspaces/workspaces.ts';
import { assertGovernsAccount } from '../identity/assert-within.ts';

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
 * Checks what a service account is to have: no scope beyond its roles, only workspaces of its organization, and nothing that the
 * caller doesn't have.
 * @param granted what its custom roles give it
 * @returns what the audit log says that it has
 * @throws AppError VALIDATION_FAILED, WORKSPACE_NOT_FOUND, FORBIDDEN
 */
export const checkServiceAccount = async (
  db: Queries,
  caller: Caller,
  wanted: Wanted,
  granted: Holder['granted'] = [],
): Promise<Described> => {
  const { tenantId } = caller.principal;
  assertGovernsAccount(caller, wanted, granted);
  const beyond = wanted.scopes.filter((scope) => isRefused({ role: wanted.role, granted }, scope));
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
