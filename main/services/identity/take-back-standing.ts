import { isAdmin } from '#shared/rules/permissions.ts';
import { isAtLeast, mayBeGuest, roles, type Standing } from '#shared/rules/roles.ts';
import type { WriteTransaction } from '../../storage/database/schema.ts';
import { type AuditEventRow, latestAuditEvents } from '../../storage/store/audit/audit-events.ts';
import { takeAllFromMember } from '../../storage/store/custom-roles/custom-role-holders.ts';
import { makeGuestAgain, takeAdminRole } from '../../storage/store/identity/account-standing.ts';
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

/** What someone was before the first of these changes; undefined if that needs nothing taken back. */
const formerOf = ({ action, details: stored }: AuditEventRow): Standing | undefined => {
  const { from, guest } = detailsOf({ details: stored });
  if (action === 'setGuest') return guest === false ? 'guest' : undefined;
  const role = roles.find((known) => known === from);
  if (role === undefined || isAtLeast(role, 'admin')) return undefined;
  return guest === true ? 'guest' : role;
};

/**
 * Gives others back what they were before someone changed it since a timestamp, as far as that gave them more: admins become members,
 * who have all that custom roles can give, and guests become guests, who find no one (DECISION 0259). Unless someone else has given
 * them the same since. Whoever had a higher role before keeps the one that they have.
 */
export const takeBackStanding = async (
  context: AppContext,
  tx: WriteTransaction,
  personId: string,
  since: number,
  { account, client }: Undoing,
): Promise<void> => {
  const { tenant_id: tenantId } = account;
  const actions = ['changeRole', 'setGuest'] as const;
  const rows = await latestAuditEvents(tx, { tenantId, actor: personId, actions, from: since }, most);
  // The newest first, so that the earliest of each person is what remains.
  const before = new Map(rows.map((row) => [row.target_id, formerOf(row)]));
  const grant = { by: account.id, at: context.clock.now() };
  for (const [id, former] of before) {
    if (id === null || id === account.id || former === undefined) continue;
    const member = await findMember(tx, tenantId, id);
    if (!member) continue;
    const isAdminTaken = isAdmin(member.role) && (await takeAdminRole(tx, tenantId, id, personId, grant));
    const isMember = isAdminTaken || mayBeGuest(member.role);
    const isGuest = former === 'guest' && isMember && (await isLastAbout(tx, tenantId, id, personId, since));
    const becomesGuest = isGuest && (await makeGuestAgain(tx, tenantId, id));
    if (!isAdminTaken && !becomesGuest) continue;
    const changed: UserRow = { ...member, role: 'member', guest: becomesGuest ? 1 : member.guest };
    if (becomesGuest) await takeAllFromMember(tx, id);
    await applyRole(context, tx, changed, 'admin');
    const about = { actor: accountActor(account), client, target: userTarget(member) };
    const details = { from: member.role, to: changed.role };
    if (isAdminTaken) await recordEvent(context, tx, { action: 'changeRole', ...about, details });
    if (becomesGuest) await recordEvent(context, tx, { action: 'setGuest', ...about, details: { guest: true } });
    await notifyOfRole(context, tx, changed, { by: accountActor(account), client });
  }
};

/** Whether no one else has decided since whether someone is a guest. */
const isLastAbout = async (
  tx: WriteTransaction,
  tenantId: string,
  target: string,
  personId: string,
  since: number,
): Promise<boolean> => {
  const actions = ['setGuest'] as const;
  const [last] = await latestAuditEvents(tx, { tenantId, target, actions, from: since }, 1);
  return last === undefined || last.actor_id === personId;
};
