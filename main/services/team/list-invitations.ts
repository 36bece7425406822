import type { contract } from '#shared/contract/index.ts';
import { toIso } from '../../platform/clock.ts';
import { listHeldInvitations } from '../../storage/store/mail/mails.ts';
import {
  countInvitations,
  invitationWorkspaces,
  listInvitations as listRows,
} from '../../storage/store/team/invitations.ts';
import type { Handler } from '../handler.ts';
import { presentInvitation } from '../presenters.ts';
import { readPage } from '../read-page.ts';

/** A tenant's invitations, newest first (not shown in the seed). */
export const listInvitations: Handler<typeof contract.team.listInvitations> = async (
  { db, clock },
  input,
  { client },
) => {
  const now = clock.now();
  const filter = { tenantId: input.tenant_id, q: input.q, status: input.status, now };
  const rows = await readPage(input, client, (page) => listRows(db.read, filter, page));
  const ids = rows.map(({ id }) => id);
  const granted = await invitationWorkspaces(db.read, ids);
  const held = await listHeldInvitations(db.read, ids);
  const workspacesOf = Map.groupBy(granted, ({ invitation_id }) => invitation_id);
  return {
    invitations: rows.map((row) => ({
      ...presentInvitation(row, now),
      email_held: held.has(row.id),
      role: row.role,
      workspaces: (workspacesOf.get(row.id) ?? []).map(({ id }) => id),
      invited_by: row.inviter_name,
      created_at: toIso(row.created_at),
    })),
    total: await countInvitations(db.read, filter),
  };
};
