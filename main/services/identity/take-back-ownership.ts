import { lifetimesMs } from '#shared/rules/limits.ts';
import { isAdmin, isOwner } from '#shared/rules/permissions.ts';
import type { Standing } from '#shared/rules/roles.ts';
import { AppError } from '#shared/texts/errors.ts';
import type { Queries, WriteTransaction } from '../../storage/database/schema.ts';
import { changeUserRole, takeOwnership } from '../../storage/store/identity/account-standing.ts';
import { deleteApiKeysSince } from '../../storage/store/identity/api-keys.ts';
import { voidTokensShownTo, voidUndoingTokens } from '../../storage/store/identity/one-time-tokens.ts';
import { listGrantsAbout, listOwnerGrants, type OwnerGrant } from '../../storage/store/identity/owner-grants.ts';
import { endSessionsOf, listSessionIdsSince } from '../../storage/store/identity/sessions.ts';
import { findMember, type UserRow } from '../../storage/store/identity/users.ts';
import { revokeInvitations } from '../../storage/store/team/invitations.ts';
import type { AppContext } from '../context.ts';
import type { Client } from '../handler.ts';
import { accountActor, recordEvent, userTarget } from '../recording/record-event.ts';
import { applyRole } from './apply-role.ts';
import { listOwnGranters } from './owner-granters.ts';
import { notifyOfRole } from './owner-notices.ts';
import { takeBackCustomRoles } from './take-back-custom-roles.ts';
import { takeBackServiceAccounts } from './take-back-service-accounts.ts';
import { takeBackStanding } from './take-back-standing.ts';

/** Who undoes it, with a link. */
interface Undoing {
  account: UserRow;
  client: Client;
}

/**
 * The owner whose role an account may take back with a link.
 * @throws AppError LINK_INVALID if they are none anymore, or if the account is no owner and didn't make them one itself
 */
export const findOwnerToUndo = async (
  db: Queries,
  grant: Pick<OwnerGrant, 'session_id' | 'subject_id' | 'created_at'>,
  account: UserRow,
): Promise<UserRow> => {
  const owner = await findMember(db, account.tenant_id, grant.subject_id ?? '');
  const mayUndo = isOwner(account.role) || (await listOwnGranters(db, grant, account.id)).length > 0;
  if (!owner || !isOwner(owner.role) || !mayUndo) throw new AppError('LINK_INVALID');
  return owner;
};

/**
 * What has to be undone so that someone is no owner anymore. An owner decides about that person alone. Whoever is none goes
 * back to what their own sessions began: whoever made that person an owner is one by it, and would be left.
 */
export const grantsToUndo = async (
  db: Queries,
  grant: OwnerGrant,
  account: UserRow,
  now: number,
): Promise<OwnerGrant[]> => {
  if (isOwner(account.role)) return [grant];
  const own = await listOwnGranters(db, grant, account.id);
  const ids = own.map(({ id }) => id);
  return [...(await listOwnerGrants(db, ids, now - lifetimesMs.undoLink)), grant];
};

const record = async (
  context: AppContext,
  tx: WriteTransaction,
  member: UserRow,
  to: Standing,
  { account, client }: Undoing,
): Promise<void> => {
  const isGuest = to === 'guest';
  const role = isGuest ? 'member' : to;
  const changed = { ...member, role, guest: isGuest ? (1 as const) : (0 as const) };
  await applyRole(context, tx, changed, member.role);
  const about = { actor: accountActor(account), client, target: userTarget(member) };
  await recordEvent(context, tx, { action: 'changeRole', ...about, details: { from: member.role, to: role } });
  if (isGuest) await recordEvent(context, tx, { action: 'setGuest', ...about, details: { guest: true } });
  await notifyOfRole(context, tx, changed, { by: accountActor(account), client });
};

/** Makes a member an owner again, if they still have the role that they were given instead. */
const giveBack = async (
  context: AppContext,
  tx: WriteTransaction,
  member: UserRow,
  undoing: Undoing,
): Promise<boolean> => {
  const grant = { by: undoing.account.id, at: context.clock.now() };
  if (!(await changeUserRole(tx, member.tenant_id, member.id, member.role, 'owner', grant))) return false;
  await record(context, tx, member, 'owner', undoing);
  return true;
};

const takeBack = async (
  context: AppContext,
  tx: WriteTransaction,
  grant: OwnerGrant,
  owner: UserRow,
  undoing: Undoing,
): Promise<void> => {
  const { account } = undoing;
  const { tenant_id: tenantId } = account;
  const { previous_role, former_owner_id, created_at: since } = grant;
  const now = context.clock.now();
  const former = former_owner_id === null ? undefined : await findMember(tx, tenantId, former_owner_id);
  // Not to someone who had it by a new grant themselves: no link about that is left.
  const isNew =
    former !== undefined &&
    former.id !== account.id &&
    (await listGrantsAbout(tx, former.id, since - lifetimesMs.undoLink)).length > 0;
  if (former && isAdmin(former.role) && !isNew) await giveBack(context, tx, former, undoing);
  const role = previous_role ?? 'member';
  const taken = { by: account.id, at: now };
  if (!(await takeOwnership(tx, tenantId, owner.id, role, taken))) {
    const current = await findMember(tx, tenantId, account.id);
    const isOwn = (await listOwnGranters(tx, grant, account.id)).length > 0;
    const isBack = isOwn && current !== undefined && (await giveBack(context, tx, current, undoing));
    if (!isBack || !(await takeOwnership(tx, tenantId, owner.id, role, taken)))
      throw new Error('No active owner would remain');
  }
  await endSessionsOf(tx, owner.id, 'revoked', now);
  await deleteApiKeysSince(tx, owner.id, since);
  await voidTokensShownTo(tx, owner.id, now);
  await voidUndoingTokens(tx, owner.id, now, since, ['undo_owner']);
  await revokeInvitations(tx, tenantId, now, owner.id, undefined, since);
  await record(context, tx, owner, role, undoing);
};

/**
 * Takes the role of an owner back (DECISION 0259), with their sessions, and what these opened since, from them and from
 * whoever they then made an owner, whatever these did to each other. Whoever handed their ownership over by the same change
 * gets it back. If no active owner would remain, whoever undoes what their own session began gets it back, too: they were
 * one before.
 */
export const takeBackOwnership = async (
  context: AppContext,
  tx: WriteTransaction,
  grant: OwnerGrant,
  undoing: Undoing,
  seen: Set<string> = new Set(),
): Promise<void> => {
  const { account } = undoing;
  const { subject_id: ownerId, created_at: since } = grant;
  if (ownerId === null || ownerId === account.id || seen.has(`${ownerId} ${since}`)) return;
  seen.add(`${ownerId} ${since}`);
  // Whatever became of them since: a service account keeps its own role.
  await takeBackServiceAccounts(context, tx, ownerId, since, undoing);
  await takeBackCustomRoles(tx, account, ownerId, since);
  const further = await listOwnerGrants(tx, await listSessionIdsSince(tx, ownerId, 0, null), since);
  // Before their own: one of them may have got the ownership that has to be taken back here.
  for (const later of further) await takeBackOwnership(context, tx, later, undoing, seen);
  const owner = await findMember(tx, account.tenant_id, ownerId);
  // Someone else may have made them an owner again since, and answers for it.
  const isLatest = (await listGrantsAbout(tx, ownerId, since)).length === 0;
  if (owner && isOwner(owner.role) && isLatest) await takeBack(context, tx, grant, owner, undoing);
  // After ownership that was handed over is back.
  await takeBackStanding(context, tx, ownerId, since, undoing);
};
