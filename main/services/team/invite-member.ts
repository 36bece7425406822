import type { contract } from '#shared/contract/index.ts';
import { AppError } from '#shared/errors.ts';
import { lifetimes } from '#shared/limits.ts';
import { governs } from '#shared/permissions.ts';
import {
  findPendingInvitation,
  type InvitationRow,
  insertInvitation,
  setInvitationStatus,
} from '../../store/invitations.ts';
import { findUserByEmail } from '../../store/users.ts';
import { countExistingWorkspaces } from '../../store/workspaces.ts';
import { presentInvitation } from '../common/presenters.ts';
import { invitationTarget, recordEvent } from '../common/record-event.ts';
import type { Handler } from '../handler.ts';
import { sendInvitation } from './send-invitation.ts';

/** Seed 000 §4 #12 and §3: a pending invitation, and its mail. */
export const inviteMember: Handler<typeof contract.team.inviteMember> = async (context, input, { caller, client }) => {
  const { db, clock, ids } = context;
  const { tenant_id, email, role } = input;
  if (!governs(caller.governingRole, role)) throw new AppError('ROLE_NOT_ALLOWED');
  const workspaces = [...new Set(input.workspaces)];
  return db.transaction(async (tx) => {
    const now = clock.now();
    if ((await countExistingWorkspaces(tx, tenant_id, workspaces)) !== workspaces.length) {
      throw new AppError('WORKSPACE_NOT_FOUND');
    }
    // An account of another tenant is not told: accepting is refused then.
    if ((await findUserByEmail(tx, email))?.tenant_id === tenant_id) throw new AppError('ALREADY_MEMBER');
    const open = await findPendingInvitation(tx, tenant_id, email);
    if (open && open.expires_at > now) throw new AppError('ALREADY_INVITED');
    if (open) await setInvitationStatus(tx, open.id, 'pending', 'expired');
    const invitation: InvitationRow = {
      id: ids.id('inv'),
      tenant_id,
      email,
      role,
      status: 'pending',
      invited_by: caller.user.id,
      created_at: now,
      expires_at: now + lifetimes.invitation,
    };
    await insertInvitation(tx, invitation, workspaces);
    await sendInvitation(context, tx, invitation, caller.user.name);
    await recordEvent(context, tx, {
      action: 'inviteMember',
      actor: caller.user,
      client,
      target: invitationTarget(invitation),
      details: { role, workspaces: workspaces.length },
    });
    return presentInvitation(invitation, now);
  });
};
