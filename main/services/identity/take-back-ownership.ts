import { AppError } from '#shared/errors.ts';
import type { Role } from '#shared/roles.ts';
import type { AppContext } from '../../context.ts';
import type { Queries, WriteTransaction } from '../../database/schema.ts';
import { changeUserRole, takeOwnership } from '../../store/identity/account-standing.ts';
import { deleteApiKeysSince } from '../../store/identity/api-keys.ts';
import {
  listOwnerGrants,
  type OwnerGrant,
  voidTokensShownTo,
  voidUndoingTokens,
} from '../../store/identity/one-time-tokens.ts';
import { endSessionsOf, findSession, listSessionIdsSince } from '../../store/identity/sessions.ts';
import { findMember, type UserRow } from '../../store/identity/users.ts';
import { revokeInvitations } from '../../store/team/invitations.ts';
import { accountActor, recordEvent, userTarget } from '../audit-log/record-event.ts';
import type { Client } from '../handler.ts';
import { applyRole } from './apply-role.ts';
import { notifyOfRole } from './owner-notices.ts';

/** Who undoes it, with a link. */
interface Undoing {
  account: UserRow;
  client: Client;
}

/** The account whose session made someone an owner. */
export const granterOf = async (db: Queries, { session_id }: Pick<OwnerGrant, 'session_id'>) =>
  session_id === null ? undefined : (await findSession(db, session_id))?.user_id;

/**
 * The owner whose role an account may take back with a link.
 * @throws AppError LINK_INVALID if they are none anymore, or if the account is no owner and didn't make them one itself
 */
export const findOwnerToUndo = async (
  db: Queries,
  grant: Pick<OwnerGrant, 'session_id' | 'subject_id'>,
  account: UserRow,
): Promise<UserRow> => {
  const owner = await findMember(db, account.tenant_id, grant.subject_id ?? '');
  const mayUndo = account.role === 'owner' || (await granterOf(db, grant)) === account.id;
  if (owner?.role !== 'owner' || !mayUndo) throw new AppError('LINK_INVALID');
  return owner;
};

const record = async (
  context: AppContext,
  tx: WriteTransaction,
  member: UserRow,
  to: Role,
  { account, client }: Undoing,
): Promise<void> => {
  const changed = { ...member, role: to };
  await applyRole(context, tx, changed, member.role);
  await recordEvent(context, tx, {
    action: 'changeRole',
    actor: accountActor(account),
    client,
    target: userTarget(member),
    details: { from: member.role, to },
  });
  await notifyOfRole(context, tx, changed, { by: accountActor(account), client });
};

/** Makes a member an owner again, if they still have the role that they were given instead. */
const giveBack = async (
  context: AppContext,
  tx: WriteTransaction,
  member: UserRow,
  undoing: Undoing,
): Promise<boolean> => {
  if (!(await changeUserRole(tx, member.tenant_id, member.id, member.role, 'owner'))) return false;
  await record(context, tx, member, 'owner', undoing);
  return true;
};

/**
 * Takes the role of an owner back (DECISION 0259), with their sessions, and what these opened since. Whoever handed their
 * ownership over by the same change gets it back. If no active owner would remain, whoever undoes what their own session
 * did gets it back, too: they were one before.
 * @throws AppError LAST_OWNER
 */
export const takeBackOwnership = async (
  context: AppContext,
  tx: WriteTransaction,
  grant: OwnerGrant,
  undoing: Undoing,
): Promise<void> => {
  const { account } = undoing;
  const { tenant_id: tenantId } = account;
  const { previous_role, former_owner_id, created_at: since } = grant;
  const owner = await findMember(tx, tenantId, grant.subject_id ?? '');
  if (owner?.role !== 'owner' || owner.id === account.id) return;
  const now = context.clock.now();
  const former = former_owner_id === null ? undefined : await findMember(tx, tenantId, former_owner_id);
  if (former?.role === 'admin') await giveBack(context, tx, former, undoing);
  const role = previous_role ?? 'member';
  if (!(await takeOwnership(tx, tenantId, owner.id, role))) {
    const current = await findMember(tx, tenantId, account.id);
    const isOwn = current !== undefined && (await granterOf(tx, grant)) === current.id;
    const isBack = isOwn && current.role !== 'owner' && (await giveBack(context, tx, current, undoing));
    if (!isBack || !(await takeOwnership(tx, tenantId, owner.id, role))) {
      throw new AppError('LAST_OWNER', { reason: 'only_owner' });
    }
  }
  const sessions = await listSessionIdsSince(tx, owner.id, 0, null);
  const grants = await listOwnerGrants(tx, sessions, since);
  await endSessionsOf(tx, owner.id, 'revoked', now);
  await deleteApiKeysSince(tx, owner.id, since);
  await voidTokensShownTo(tx, owner.id, now);
  await voidUndoingTokens(tx, owner.id, now, since, ['undo_owner']);
  await revokeInvitations(tx, tenantId, now, owner.id, undefined, since);
  await record(context, tx, owner, role, undoing);
  for (const further of grants) await takeBackOwnership(context, tx, further, undoing);
};
