import { day } from '#shared/rules/limits.ts';
import type { Role, WorkspaceRole } from '#shared/rules/roles.ts';
import { AppError } from '#shared/texts/errors.ts';
import type { PersonCaller } from '../../security/caller.ts';
import type { WriteTransaction } from '../../storage/database/schema.ts';
import { findUserByEmail } from '../../storage/store/identity/users.ts';
import {
  findPendingInvitation,
  type InvitationRow,
  insertInvitation,
  remainingLifetime,
  setInvitationStatus,
} from '../../storage/store/team/invitations.ts';
import { findTenant } from '../../storage/store/team/tenants.ts';
import { countExistingWorkspaces } from '../../storage/store/workspaces/workspaces.ts';
import type { AppContext } from '../context.ts';
import { assertMayBeGuest } from '../identity/assert-may-be-guest.ts';
import { assertMayGrantInWorkspaces } from '../identity/assert-may-grant-in-workspaces.ts';
import { assertMayLetInto } from '../identity/assert-within.ts';
import { assertAllowedDomain } from '../identity/email-domains.ts';
import { newInvitation } from '../identity/new-invitation.ts';
import { assertAcceptsAccounts } from '../identity/sign-ups.ts';
import { invitationTarget, recordEvent } from '../recording/record-event.ts';
import { assertMayGrant, type RequestActor } from './request-actor.ts';
import { sendInvitation } from './send-invitation.ts';

export interface NewInvitation {
  email: string;
  role: Role;
  /** Whether whoever accepts it becomes a guest. */
  guest: boolean;
  /** Workspace ids. */
  workspaces: readonly string[];
  /** In each of them. */
  workspace_role: WorkspaceRole;
}

export interface CreatedInvitation {
  invitation: InvitationRow;
  /** Whether its email waits until the inviter has proved their address. */
  emailHeld: boolean;
}

/**
 * Creates a pending invitation and queues its email (seed 000 §4 #12 and §3).
 * @throws AppError SIGN_UPS_CLOSED, API_KEY_REFUSED, SCOPE_REQUIRED, ROLE_NOT_ALLOWED, REAUTHENTICATION_REQUIRED, EMAIL_DOMAIN_NOT_ALLOWED, WORKSPACE_NOT_FOUND,
 *   ALREADY_MEMBER, ALREADY_INVITED, MAIL_QUOTA_REACHED
 */
export const createInvitation = async (
  context: AppContext,
  tx: WriteTransaction,
  requestActor: RequestActor<PersonCaller>,
  { email, role, guest, workspaces: named, workspace_role: workspaceRole }: NewInvitation,
): Promise<CreatedInvitation> => {
  const { caller, client } = requestActor;
  const tenantId = caller.user.tenantId;
  const now = context.clock.now();
  const workspaces = [...new Set(named)];
  assertMayBeGuest(guest, role);
  assertAcceptsAccounts(context);
  await assertMayGrant(tx, requestActor, role);
  if (workspaces.length > 0) assertMayGrantInWorkspaces(caller, workspaceRole);
  await assertMayLetInto(tx, caller, workspaces);
  await assertAllowedDomain(tx, tenantId, email);
  if ((await countExistingWorkspaces(tx, tenantId, workspaces)) !== workspaces.length) {
    throw new AppError('WORKSPACE_NOT_FOUND');
  }
  // Do not reveal an account in another tenant; accepting fails later instead.
  if ((await findUserByEmail(tx, email))?.tenant_id === tenantId) throw new AppError('ALREADY_MEMBER');
  const open = await findPendingInvitation(tx, tenantId, email);
  const isReplaceable = open && remainingLifetime(open, now) === 0 && context.clockWatch.isSteady();
  if (open && !isReplaceable) throw new AppError('ALREADY_INVITED');
  if (open) await setInvitationStatus(tx, open.id, 'pending', 'expired');
  const lifetimeMs = (await findTenant(tx, tenantId)).invitation_days * day;
  const invitation = newInvitation(context, {
    ...{ tenantId, email, role, guest, workspaceRole, lifetimeMs },
    invitedBy: caller.user.id,
  });
  await insertInvitation(tx, { ...invitation, session_id: caller.sessionId ?? null }, workspaces);
  const emailHeld = await sendInvitation(context, tx, invitation, caller.user);
  await recordEvent(context, tx, {
    action: 'inviteMember',
    actor: caller.user,
    client,
    target: invitationTarget(invitation),
    details: {
      role,
      ...(guest && { guest }),
      workspaces: workspaces.length,
      ...(workspaces.length > 0 && { workspace_role: workspaceRole }),
    },
  });
  return { invitation, emailHeld };
};
