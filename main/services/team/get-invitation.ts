import type { contract } from '#shared/contract/index.ts';
import { found } from '../../platform/app-error.ts';
import { findInvitationById } from '../../storage/store/team/invitations.ts';
import type { Handler } from '../handler.ts';
import { presentInvitations } from './present-invitations.ts';

/** An invitation of this tenant, whatever its status. */
export const getInvitation: Handler<typeof contract.team.getInvitation> = async (
  { db, clock },
  { tenant_id, invitation_id },
) => {
  const row = await findInvitationById(db.read, invitation_id);
  const own = row?.tenant_id === tenant_id ? [row] : [];
  return found((await presentInvitations(db.read, own, clock.now()))[0]);
};
