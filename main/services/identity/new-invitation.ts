import type { Role, WorkspaceRole } from '#shared/rules/roles.ts';
import type { InvitationRow } from '../../storage/store/team/invitations.ts';
import type { AppContext } from '../context.ts';

/** The row of a new invitation, which is open for `lifetimeMs` milliseconds. */
export const newInvitation = (
  { clock, ids }: Pick<AppContext, 'clock' | 'ids'>,
  {
    tenantId,
    email,
    role,
    guest = false,
    workspaceRole = 'Member',
    invitedBy,
    lifetimeMs,
  }: {
    tenantId: string;
    email: string;
    role: Role;
    guest?: boolean | undefined;
    workspaceRole?: WorkspaceRole;
    invitedBy: string;
    lifetimeMs: number;
  },
): InvitationRow => {
  const now = clock.now();
  return {
    id: ids.id('inv'),
    tenant_id: tenantId,
    email,
    role,
    guest: guest ? 1 : 0,
    workspace_role: workspaceRole,
    status: 'pending',
    invited_by: invitedBy,
    created_at: now,
    expires_at: now + lifetimeMs,
  };
};
