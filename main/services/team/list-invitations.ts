import type { contract } from '#shared/contract/index.ts';
import { countInvitations, listInvitations as listRows } from '../../storage/store/team/invitations.ts';
import type { Handler } from '../handler.ts';
import { readPage } from '../read-page.ts';
import { presentInvitations } from './present-invitations.ts';

/** A tenant's invitations, newest first (not shown in the seed). */
export const listInvitations: Handler<typeof contract.team.listInvitations> = async (
  { db, clock },
  input,
  { client },
) => {
  const now = clock.now();
  const filter = { tenantId: input.tenant_id, q: input.q, status: input.status, now };
  const rows = await readPage(input, client, (page) => listRows(db.read, filter, page));
  return {
    invitations: await presentInvitations(db.read, rows, now),
    total: await countInvitations(db.read, filter),
  };
};
