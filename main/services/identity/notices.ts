import type { Preferences } from '#shared/contract/preferences.ts';
import { lifetimesMs } from '#shared/rules/limits.ts';
import { auditActors } from '#shared/texts/audit.ts';
import type { GivenCommonValues, GivenValues } from '../../mail/kind-values.ts';
import { isWanted } from '../../mail/mail-pages.ts';
import { given } from '../../mail/mail-params.ts';
import type { NoticeKind, UndoNoticeKind } from '../../mail/notice-kinds.ts';
import type { Admission } from '../../mail/outbox.ts';
import type { PersonCaller } from '../../security/caller.ts';
import { deviceName } from '../../security/device-name.ts';
import type { TokenPurpose } from '../../storage/database/identity-schema.ts';
import type { WriteTransaction } from '../../storage/database/schema.ts';
import type { undoingPurposes } from '../../storage/store/identity/one-time-tokens.ts';
import { listOwners, type UserRow } from '../../storage/store/identity/users.ts';
import { preferencesOf } from '../../storage/store/stored-columns.ts';
import { findTenant } from '../../storage/store/team/tenants.ts';
import type { AppContext } from '../context.ts';
import type { AuditActor, EventOrigin } from '../recording/record-event.ts';
import { acceptsNotice } from './accepts-notice.ts';
import { issueToken, type UndoneChange } from './one-time-tokens.ts';

/** A user as stored, or as the caller of an operation. */
export type Recipient = Pick<UserRow, 'id' | 'tenant_id' | 'email' | 'name'> & {
  preferences: UserRow['preferences'] | Preferences;
};

const preferencesIn = ({ preferences }: Recipient): Preferences =>
  typeof preferences === 'string' ? preferencesOf({ preferences }) : preferences;

export const languageOf = (user: Recipient): string => preferencesIn(user).language;

/** When something happened, for a reader. */
export const timeParams = (at: number, reader: Recipient): GivenCommonValues => ({
  at: given.time(at),
  time_zone: given.timeZone(preferencesIn(reader).timezone),
});

/** The recipient of a notice, with what is known about the address. */
export type Notified = Recipient & Pick<UserRow, 'email_verified' | 'email_verified_by'>;

/** A caller as the recipient of a notice. */
export const notified = ({ id, tenantId, email, name, preferences, ...user }: PersonCaller['user']): Notified => ({
  id,
  tenant_id: tenantId,
  email,
  name,
  preferences,
  email_verified: user.emailVerified ? 1 : 0,
  email_verified_by: user.emailVerifiedBy,
});

/** Who made a change and from where: every notice says so. */
export type NoticeOrigin =
  | { readonly by: 'operator' }
  /** Someone who isn't signed in. */
  | { readonly by: 'unknown'; readonly client: EventOrigin }
  | { readonly by: Pick<AuditActor, 'id' | 'name' | 'kind'>; readonly client: EventOrigin | undefined };

/** The origin of a change that may also be the operator's. */
export const noticeOrigin = (actor: AuditActor, client: EventOrigin | undefined): NoticeOrigin =>
  client === undefined || actor.id === auditActors.operator.id ? { by: 'operator' } : { by: actor, client };

const clientParams = (client: EventOrigin | undefined): GivenCommonValues =>
  client === undefined
    ? {}
    : {
        device: given.text(client.namedDevice ?? deviceName(client.userAgent ?? '')),
        ip_address: given.ipAddress(client.ip),
      };

const originParams = (origin: NoticeOrigin, user: Recipient): GivenCommonValues => {
  if (origin.by === 'operator') return { by: given.word('operator') };
  const { by, client } = origin;
  if (by === 'unknown') return clientParams(client);
  return {
    ...(by.id === user.id
      ? { by: given.word('self') }
      : { by: given.word(by.kind ?? 'member'), actor_name: given.text(by.name) }),
    ...clientParams(client),
  };
};

/** The person whom a notice names besides its recipient. */
const senderOf = (origin: NoticeOrigin, user: Recipient): string | null =>
  origin.by === 'operator' || origin.by === 'unknown' || origin.by.id === user.id || origin.by.kind
    ? null
    : origin.by.id;

const queue = async <Kind extends NoticeKind>(
  { outbox, clock }: AppContext,
  tx: WriteTransaction,
  user: Notified,
  kind: Kind,
  origin: NoticeOrigin,
  params: GivenValues<Kind>,
  senderId: string | null,
  admission: Admission,
  token?: { id: string; secret: string },
): Promise<void> => {
  await outbox.queue(tx, {
    kind,
    tenantId: user.tenant_id,
    userId: user.id,
    recipient: user.email,
    language: languageOf(user),
    params: {
      name: given.text(user.name),
      ...params,
      ...originParams(origin, user),
      ...timeParams(clock.now(), user),
    },
    ...(senderId !== null && { senderId }),
    ...(token && { token }),
    admission,
  });
};

/**
 * Notifies a user of a change that an attacker might have made, so that it doesn't go unnoticed, or of news that they want.
 * Ignores the limits of other emails. Whoever makes many changes of a kind causes no more than some notices a day.
 */
export const sendNotice = async <Kind extends Exclude<NoticeKind, UndoNoticeKind>>(
  context: AppContext,
  tx: WriteTransaction,
  user: Notified,
  kind: Kind,
  origin: NoticeOrigin,
  params: GivenValues<Kind>,
): Promise<void> => {
  if (!isWanted(kind, preferencesIn(user)) || !(await acceptsNotice(context, tx, user, kind))) return;
  const { outbox } = context;
  const senderId = senderOf(origin, user);
  const admission = await outbox.acceptsNotice(tx, { recipient: user.email, kind, senderId });
  if (admission) await queue(context, tx, user, kind, origin, params, senderId, admission);
};

/** The purpose of the link in each notice that has one. */
const purposes = {
  email_changed: 'cancel_email_change',
  passkey_added: 'undo_passkey',
  second_factor_on: 'undo_authenticator',
  api_key_created: 'undo_api_key',
  recovery_codes_created: 'undo_recovery_codes',
  owner_added: 'undo_owner',
} as const satisfies Record<UndoNoticeKind, (typeof undoingPurposes)[number] & TokenPurpose>;

/**
 * Notifies a user of a change with a link that undoes it for seven days (DECISION 0259). An earlier link ends what the same
 * session added to the account later, too, so after many of them there are no further ones. New owners each get one.
 * @param undoes Null if it can't be undone. `newEmail` only of a change of address: the one that the link cancels
 * @param namedId the person whom the notice is about, if not its recipient: it is deleted with their account
 * @returns whether the address gets it
 */
export const sendUndoableNotice = async <Kind extends UndoNoticeKind>(
  context: AppContext,
  tx: WriteTransaction,
  user: Notified,
  kind: Kind,
  origin: NoticeOrigin,
  params: GivenValues<Kind>,
  undoes: (UndoneChange & { newEmail?: string }) | null,
  namedId?: string,
): Promise<boolean> => {
  const admission = await acceptsNotice(context, tx, user, kind);
  if (!admission) return false;
  const senderId = namedId ?? senderOf(origin, user);
  if (undoes === null) {
    await queue(context, tx, user, kind, origin, params, senderId, admission);
    return true;
  }
  const { newEmail } = undoes;
  const purpose = purposes[kind];
  const token = { user_id: user.id, purpose, session_id: undoes.sessionId ?? null };
  // A link about one owner leaves the others alone, so each of them needs one.
  if (kind !== 'owner_added' && !(await context.outbox.acceptsUndoLink(tx, token))) return false;
  const issued = await issueToken(context, tx, {
    purpose,
    subject: { userId: user.id },
    email: newEmail ?? user.email,
    ...(newEmail !== undefined && { previousEmail: user.email }),
    lifetimeMs: newEmail === undefined ? lifetimesMs.undoLink : lifetimesMs.emailChangeCancelLink,
    undoes,
  });
  await queue(context, tx, user, kind, origin, params, senderId, admission, issued);
  return true;
};

/** The parameters of a notice that names the organization. */
export const tenantParams = async (tx: WriteTransaction, tenantId: string) => ({
  tenant_name: given.text((await findTenant(tx, tenantId)).name),
});

/** Notifies all owners of an organization, also whoever made the change: someone else may have their session. */
export const notifyOwners = async <Kind extends 'service_account_changed' | 'service_account_key_created'>(
  context: AppContext,
  tx: WriteTransaction,
  tenantId: string,
  kind: Kind,
  origin: NoticeOrigin,
  params: GivenValues<Kind>,
): Promise<void> => {
  for (const owner of await listOwners(tx, tenantId)) await sendNotice(context, tx, owner, kind, origin, params);
};

/** Notifies the owners of an organization other than whoever made the change. */
export const notifyOtherOwners = async <
  Kind extends 'policies_changed' | 'mail_settings_changed' | 'approval_requested' | 'event_destination_added',
>(
  context: AppContext,
  tx: WriteTransaction,
  tenantId: string,
  kind: Kind,
  origin: NoticeOrigin,
  params: GivenValues<Kind>,
): Promise<void> => {
  for (const owner of await listOwners(tx, tenantId)) {
    if (typeof origin.by === 'object' && owner.id === origin.by.id) continue;
    await sendNotice(context, tx, owner, kind, origin, params);
  }
};
