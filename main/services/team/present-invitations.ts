import { toIso } from '../../platform/clock.ts';
import type { Queries } from '../../storage/database/schema.ts';
import { listHeldInvitations } from '../../storage/store/mail/mails.ts';
import { invitationWorkspaces, type ListedInvitationRow } from '../../storage/store/team/invitations.ts';
import { presentInvitation } from '../presenters.ts';

/** Invitations as their tenant's admins see them. */
export const presentInvitations = async (db: Queries, rows: readonly ListedInvitationRow[], now: number) => {
  const ids = rows.map(({ id }) => id);
  const granted = await invitationWorkspaces(db, ids);
  const held = await listHeldInvitations(db, ids);
  const workspacesOf = Map.groupBy(granted, ({ invitation_id }) => invitation_id);
  return rows.map((row) => ({
    ...presentInvitation(row, now),
    email_held: held.has(row.id),
    role: row.role,
    guest: row.guest === 1,
    workspace_role: row.workspace_role,
    workspaces: (workspacesOf.get(row.id) ?? []).map(({ id }) => id),
    invited_by: row.inviter_name,
    created_at: toIso(row.created_at),
  }));
};
