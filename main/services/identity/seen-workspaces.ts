import { may } from '#shared/rules/permissions.ts';
import { type Caller, serviceAccountOf } from '../../security/caller.ts';
import type { WorkspaceFilter } from '../../storage/store/workspaces/workspaces.ts';

/**
 * The workspaces that a caller sees. A person who doesn't see all sees their own. A service account has no workspace roles: it
 * sees those that it is limited to, or all if its role does.
 */
export const seenBy = (caller: Caller): Omit<WorkspaceFilter, 'q'> => {
  const { principal } = caller;
  const filter = { tenantId: principal.tenantId, userId: principal.id };
  const listed = serviceAccountOf(caller)?.workspaceIds;
  if (listed) return { ...filter, ownOnly: false, only: [...listed] };
  return { ...filter, ownOnly: !may(principal, 'workspaces.read') };
};

/** Whether a service account sees a workspace of its organization. What it may do there is up to its scopes. */
export const serviceAccountSees = (
  service: NonNullable<ReturnType<typeof serviceAccountOf>>,
  workspaceId: string,
): boolean => (service.workspaceIds ? service.workspaceIds.has(workspaceId) : may(service, 'workspaces.read'));

/** Whether a caller who may see all workspaces sees this one: a service account can be limited to others. */
export const isWithinReach = (caller: Caller, workspaceId: string): boolean => {
  const service = serviceAccountOf(caller);
  return !service || serviceAccountSees(service, workspaceId);
};

/** The person who acts, as records of workspaces keep them; null for a service account, which the audit log names. */
export const actingPerson = ({ user }: Caller): { id: string; name: string } | null => user ?? null;
