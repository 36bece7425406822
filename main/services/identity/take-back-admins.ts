import { isAdmin } from '#shared/rules/permissions.ts';
import { isAtLeast, roles } from '#shared/rules/roles.ts';
import type { WriteTransaction } from '../../storage/database/schema.ts';
import { latestAuditEvents } from '../../storage/store/audit/audit-events.ts';
import { takeAdminRole } from '../../storage/store/identity/account-standing.ts';
import { findMember, type UserRow } from '../../storage/store/identity/users.ts';
import { detailsOf } from '../../storage/store/stored-columns.ts';
import type { AppContext } from '../context.ts';
import type { Client } from '../handler.ts';
import { accountActor, recordEvent, userTarget } from '../recording/record-event.ts';
import { applyRole } from './apply-role.ts';
import { notifyOfRole } from './owner-notices.ts';

/** Who undoes something, and from where. */
interface Undoing {
  account: UserRow;
  client: Client;
}

/** More changes of roles than one person makes in the days that a link is valid. */
const most = 10_000;

/**
 * Makes members again whom someone has made admins since a timestamp, unless someone else has given them that role since: an admin
 * has all that custom roles can give (DECISION 0259). Whoever had a higher role before keeps the one that they have.
 */
export const takeBackAdmins = async (
  context: AppContext,
  tx: WriteTransaction,
  personId: string,
  since: number,
  { account, client }: Undoing,
): Promise<void> => {
  const { tenant_id: tenantId } = account;
  const actions = ['changeRole'] as const;
  const rows = await latestAuditEvents(tx, { tenantId, actor: personId, actions, from: since }, most);
  // The newest first, so that the earliest of each person is what remains.
  const before = new Map(rows.map((row) => [row.target_id, detailsOf(row).from]));
  for (const [id, from] of before) {
    const former = roles.find((role) => role === from);
    if (id === null || id === account.id || former === undefined || isAtLeast(former, 'admin')) continue;
    const member = await findMember(tx, tenantId, id);
    if (!member || !isAdmin(member.role)) continue;
    const grant = { by: account.id, at: context.clock.now() };
    if (!(await takeAdminRole(tx, tenantId, id, personId, grant))) continue;
    const changed = { ...member, role: 'member' as const };
    await applyRole(context, tx, changed, member.role);
    await recordEvent(context, tx, {
      action: 'changeRole',
      actor: accountActor(account),
      client,
      target: userTarget(member),
      details: { from: member.role, to: changed.role },
    });
    await notifyOfRole(context, tx, changed, { by: accountActor(account), client });
  }
};
