import { type Standing, standingOf } from '#shared/rules/roles.ts';
import { given } from '../../mail/mail-params.ts';
import type { WriteTransaction } from '../../storage/database/schema.ts';
import { findMember, listOwnersToInform, type UserRow } from '../../storage/store/identity/users.ts';
import type { AppContext } from '../context.ts';
import { type NoticeOrigin, type Notified, sendNotice, sendUndoableNotice, tenantParams } from './notices.ts';
import { listGranters } from './owner-granters.ts';

/** How someone became an owner. */
interface NewOwner {
  owner: Notified;
  /** Null for people who joined as owners. */
  previousRole: Standing | null;
  origin: NoticeOrigin;
  /** The session that granted it. */
  sessionId: string | undefined;
  /** The owner who became an admin by the same change. */
  former?: Notified | undefined;
}

/**
 * Tells every other owner, even if their deletion is scheduled, the former one, and everyone whose session led to it, that someone became an owner, with a link
 * that undoes it (DECISION 0259), and the new owner without one. What the operator decided has no link: owners can't overrule it.
 */
export const notifyOfOwner = async (
  context: AppContext,
  tx: WriteTransaction,
  { owner, previousRole, origin, sessionId, former }: NewOwner,
): Promise<void> => {
  const at = context.clock.now();
  const named = await tenantParams(tx, owner.tenant_id);
  const params = { ...named, owner_name: given.text(owner.name), owner_email: given.emailAddress(owner.email) };
  const informed = new Map<string, Notified>(
    (await listOwnersToInform(tx, owner.tenant_id)).map((other) => [other.id, other]),
  );
  if (former) informed.set(former.id, former);
  for (const { user_id } of await listGranters(tx, { session_id: sessionId ?? null, created_at: at })) {
    const granter = informed.has(user_id) ? undefined : await findMember(tx, owner.tenant_id, user_id);
    if (granter) informed.set(user_id, granter);
  }
  informed.delete(owner.id);
  for (const other of informed.values()) {
    const change = { at, sessionId, subjectId: owner.id, previousRole, formerOwnerId: former?.id };
    const undoes = origin.by === 'operator' ? null : change;
    await sendUndoableNotice(context, tx, other, 'owner_added', origin, params, undoes, owner.id);
  }
  if (previousRole !== null) {
    await sendNotice(context, tx, owner, 'role_changed', origin, { ...named, role: given.word('owner') });
  }
};

/** Tells a member that their role was changed, or that they are a guest now or no longer. */
export const notifyOfRole = async (
  context: AppContext,
  tx: WriteTransaction,
  member: Notified & Pick<UserRow, 'role'> & Partial<Pick<UserRow, 'guest'>>,
  origin: NoticeOrigin,
): Promise<void> => {
  const named = await tenantParams(tx, member.tenant_id);
  await sendNotice(context, tx, member, 'role_changed', origin, { ...named, role: given.word(standingOf(member)) });
};
