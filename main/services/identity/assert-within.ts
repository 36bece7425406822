import {
  type GrantablePermission,
  governs,
  grantablePermissions,
  type Holder,
  hasAll,
  hasEveryGrantable,
  may,
} from '#shared/rules/permissions.ts';
import { isAdminIn, type Role, reachesInWorkspace } from '#shared/rules/roles.ts';
import { AppError } from '#shared/texts/errors.ts';
import type { Caller } from '../../security/caller.ts';
import type { Queries } from '../../storage/database/schema.ts';
import { listGrantedToPerson } from '../../storage/store/custom-roles/granted.ts';
import type { UserRow } from '../../storage/store/identity/users.ts';
import { invitationWorkspaces } from '../../storage/store/team/invitations.ts';
import { listWorkspacesOf } from '../../storage/store/workspaces/workspace-access.ts';

/**
 * DECISION 0307: nobody gives more than they have themselves. Whatever gives someone authority, takes it, or lets someone act as
 * another asks here. Owners and admins have all that custom roles can give.
 */

/** Refuses what would give, change or take more than the caller has. */
export const beyond = (): AppError => new AppError('FORBIDDEN', { reason: 'beyond_own' });

/** What a caller may give others: what they have, as far as the scopes of their key go. */
const givenBy = ({ principal, key }: Caller): readonly GrantablePermission[] =>
  grantablePermissions.filter(
    (permission) => may(principal, permission) && (!key || key.scopes.some((scope) => scope === permission)),
  );

/** @throws AppError FORBIDDEN unless the caller has all of these permissions themselves */
export const assertMayGive = (caller: Caller, permissions: readonly GrantablePermission[]): void => {
  const own = givenBy(caller);
  if (!permissions.every((permission) => own.includes(permission))) throw beyond();
};

/** Who governs others, or doesn't: a caller, or someone who acts later by what they were shown. */
export interface Governor extends Pick<Caller, 'governingRole'> {
  readonly principal: Holder & Pick<UserRow, 'id'> & { readonly tenantId: string };
}

/** By whom a caller governs others: a key never as an owner. */
export const governorOf = ({ governingRole, principal }: Governor): Holder => ({
  role: governingRole,
  granted: principal.granted,
});

const rolesOf = async (db: Queries, tenantId: string, userId: string) =>
  new Map((await listWorkspacesOf(db, tenantId, userId)).map(({ id, role }) => [id, role]));

/** @throws AppError FORBIDDEN unless the caller may let people into all of these workspaces themselves */
export const assertMayLetInto = async (
  db: Queries,
  { principal }: Caller,
  workspaceIds: readonly string[],
): Promise<void> => {
  if (workspaceIds.length === 0 || may(principal, 'workspaces.settings')) return;
  const own = await rolesOf(db, principal.tenantId, principal.id);
  if (!workspaceIds.every((id) => isAdminIn(own.get(id) ?? null))) throw beyond();
};

/** The same of the workspaces of an invitation, whose link lets someone into them. @throws AppError FORBIDDEN */
export const assertMayUseInvitation = async (db: Queries, caller: Caller, invitationId: string): Promise<void> => {
  if (may(caller.principal, 'workspaces.settings')) return;
  const workspaces = await invitationWorkspaces(db, [invitationId]);
  await assertMayLetInto(
    db,
    caller,
    workspaces.map(({ id }) => id),
  );
};

/**
 * Whether a caller governs a person: by role, and because the person has nothing that the caller doesn't have. Otherwise a member
 * with a custom role could end what others may do beyond it, or take their account over by a link.
 */
export const governsPerson = async (
  db: Queries,
  governor: Governor,
  person: Pick<UserRow, 'id' | 'role'>,
): Promise<boolean> => {
  const { principal } = governor;
  if (!governs(governorOf(governor), person.role)) return false;
  if (person.id === principal.id || hasEveryGrantable(principal)) return true;
  const granted = await listGrantedToPerson(db, person.id);
  if (!hasAll(principal, granted)) return false;
  if (may(principal, 'workspaces.settings')) return true;
  const own = await rolesOf(db, principal.tenantId, principal.id);
  const theirs = await rolesOf(db, principal.tenantId, person.id);
  return [...theirs].every(([id, role]) => role === null || reachesInWorkspace(own.get(id) ?? null, role));
};

interface AccountAuthority {
  readonly role: Role;
  readonly scopes: readonly string[];
  readonly workspace_ids: readonly string[] | null;
}

/**
 * Checks that a service account has nothing that the caller doesn't have: whoever makes a key of it, or widens it, acts by it.
 * @throws AppError FORBIDDEN
 */
export const assertGovernsAccount = (
  { principal }: Caller,
  { role, scopes, workspace_ids }: AccountAuthority,
  granted: readonly GrantablePermission[],
): void => {
  if (!governs(principal, role)) throw beyond();
  if (hasEveryGrantable(principal)) return;
  const has = grantablePermissions.filter((permission) => granted.includes(permission) || scopes.includes(permission));
  if (!hasAll(principal, has)) throw beyond();
  if (workspace_ids && workspace_ids.length > 0 && !may(principal, 'workspaces.settings')) throw beyond();
};
