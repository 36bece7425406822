import type { AuditAction, AuditDetails } from '#shared/audit.ts';
import { day, lifetimesMs, second } from '#shared/limits.ts';
import type { MailFailure } from '#shared/mail-outcomes.ts';
import { defaultPreferences } from '#shared/preferences.ts';
import type { Role } from '#shared/roles.ts';
import type { AppContext } from '../../../context.ts';
import type { MailKind } from '../../../database/mail-schema.ts';
import type { WriteTransaction } from '../../../database/schema.ts';
import type { MailParams } from '../../../mail/mail-params.ts';
import { mailSubject } from '../../../mail/templates.ts';
import type { HostingScope } from '../../../store/hosting/provider-settings.ts';
import { addFailedSignIns } from '../../../store/identity/failed-sign-ins.ts';
import { insertSession } from '../../../store/identity/sessions.ts';
import { insertUser, recordLogin, type UserRow } from '../../../store/identity/users.ts';
import { verifiedBy } from '../../../store/identity/verified-addresses.ts';
import { insertMail } from '../../../store/mail/mails.ts';
import { mailParamsShape, preferencesShape } from '../../../store/stored-shapes.ts';
import { insertInvitation } from '../../../store/team/invitations.ts';
import { type AuditActor, type AuditTarget, recordEvent } from '../../audit-log/record-event.ts';
import { newSession } from '../../identity/new-session.ts';
import { issueToken } from '../../identity/one-time-tokens.ts';
import { sampleAddress, sampleDevices } from './people.ts';

/** One event of the sample's history. */
export interface SampleEvent {
  /** Milliseconds since the epoch. */
  at: number;
  run: (writer: SampleWriter) => Promise<unknown>;
}

/** Writes rows as the operations would have written them in the past. */
export interface SampleWriter {
  /** The operations' context, with a clock set to the event's time. */
  readonly context: AppContext;
  readonly tx: WriteTransaction;
  readonly tenant: { id: string; name: string };
}

/** Runs events in chronological order, each at its own time, so that the audit log is a regular chain. */
export const playEvents = async (
  context: AppContext,
  tx: WriteTransaction,
  tenant: SampleWriter['tenant'],
  events: readonly SampleEvent[],
): Promise<void> => {
  let instant = context.clock.now();
  const writer: SampleWriter = {
    context: { ...context, clock: { ...context.clock, now: () => instant } },
    tx,
    tenant,
  };
  for (const { at, run } of events.toSorted((one, other) => one.at - other.at)) {
    instant = at;
    await run(writer);
  }
};

/** The hosting data of a sample: its sandbox account. */
export const sandboxOf = (tenantId: string): HostingScope => ({ tenantId, mode: 'sandbox' });

/** Delivery status of a mail. */
export type MailStatus = 'queued' | 'sent' | 'failed' | 'abandoned';

const failures: Partial<Record<MailStatus, MailFailure>> = {
  failed: 'timed_out',
  abandoned: 'recipient_refused',
};

export const addAuditEvent = (
  { context, tx, tenant }: SampleWriter,
  actor: Pick<AuditActor, 'id' | 'name'>,
  action: AuditAction,
  target: AuditTarget,
  { details = {}, from }: { details?: AuditDetails; from?: number } = {},
): Promise<void> =>
  recordEvent(context, tx, {
    action,
    actor: { id: actor.id, name: actor.name, tenantId: tenant.id },
    client:
      from === undefined ? undefined : { ip: sampleAddress(from), device: sampleDevices[from % sampleDevices.length] },
    target,
    details,
  });

/** Counts wrong passwords of a member. `from`: the number of the address that they came from. */
export const addFailures = (
  { context, tx }: SampleWriter,
  { id }: Pick<UserRow, 'id'>,
  failures: number,
  from: number,
): Promise<unknown> => {
  const now = context.clock.now();
  const at = { day: Math.floor(now / day), lastAt: now };
  return addFailedSignIns(tx, { userId: id, step: 'password', address: sampleAddress(from), failures, ...at });
};

export const addUser = async (
  { context, tx, tenant }: SampleWriter,
  user: Pick<UserRow, 'id' | 'email' | 'name' | 'password_hash'> & { role: Role },
  verified: boolean,
): Promise<void> => {
  const now = context.clock.now();
  await insertUser(tx, {
    ...user,
    tenant_id: tenant.id,
    status: 'active',
    ...verifiedBy(verified ? 'mailbox' : null),
    pending_email: null,
    preferences: preferencesShape.write({ ...defaultPreferences, show_onboarding: false }),
    created_at: now,
    last_login_at: now,
    delete_at: null,
    disabled_by: null,
    devices_known_from: null,
  });
};

/** Adds an email with its delivery status. Only an undelivered one still holds its link's secret. */
export const addMail = async (
  { context, tx, tenant }: SampleWriter,
  mail: {
    kind: MailKind;
    userId: string | null;
    senderId?: string;
    recipient: string;
    params: MailParams;
    status: MailStatus;
  },
  token?: { id: string; secret: string },
): Promise<void> => {
  const { clock, ids, secretBox } = context;
  const now = clock.now();
  const { kind, userId, senderId, recipient, params, status } = mail;
  const arrived = status === 'sent';
  const place = { id: ids.id('mail'), tenant_id: tenant.id, recipient };
  await insertMail(tx, {
    ...place,
    user_id: userId,
    sender_id: senderId ?? null,
    token_id: token?.id ?? null,
    kind,
    subject: mailSubject(kind, params),
    params: mailParamsShape.write(params),
    sealed_secret: token && !arrived ? secretBox.seal('mails.sealed_secret', place, token.secret) : null,
    status,
    attempts: { queued: 0, sent: 1, failed: 3, abandoned: 1 }[status],
    next_attempt_at: now,
    last_error: failures[status] ?? null,
    held_for_sender: 0,
    created_at: now,
    sent_at: arrived ? now + 4 * second : null,
  });
};

/** Adds an invitation with its email; a pending one has a working link. */
export const addInvitation = async (
  writer: SampleWriter,
  inviter: { id: string; name: string },
  invitation: { email: string; role: Role; status: MailStatus; linked: boolean; workspaces: readonly string[] },
): Promise<string> => {
  const { context, tx, tenant } = writer;
  const now = context.clock.now();
  const id = context.ids.id('inv');
  const { email, role, status, linked, workspaces } = invitation;
  const row = {
    id,
    tenant_id: tenant.id,
    email,
    role,
    status: 'pending' as const,
    invited_by: inviter.id,
    created_at: now,
    expires_at: now + lifetimesMs.invitation,
  };
  await insertInvitation(tx, row, workspaces);
  const token = linked
    ? await issueToken(context, tx, {
        purpose: 'invitation',
        subject: { invitationId: id },
        email,
        lifetimeMs: lifetimesMs.invitation,
      })
    : undefined;
  const params = { tenant_name: tenant.name, inviter_name: inviter.name, role };
  await addMail(
    writer,
    { kind: 'invitation', userId: null, senderId: inviter.id, recipient: email, params, status },
    token,
  );
  return id;
};

/** Retention of ended sessions: the purge deletes older ones at its next run. */
const sessionRetentionMs = 30 * day;

/** Adds a sign-in with its session, which lasted a while and ended, or is still open at `present`. */
export const addSession = async (
  { context, tx }: SampleWriter,
  userId: string,
  { device, from, length, present }: { device: string; from: number; length: number; present: number },
): Promise<void> => {
  const { row } = newSession(context, userId, { device, ip_address: sampleAddress(from) });
  const begun = row.created_at;
  await recordLogin(tx, userId, begun);
  const lastActive = Math.min(begun + length, present);
  const ended = lastActive + lifetimesMs.idleLogout <= present ? lastActive + lifetimesMs.idleLogout : null;
  if (ended !== null && ended < present - sessionRetentionMs) return;
  // No one holds this session's token.
  await insertSession(tx, {
    ...row,
    last_active_at: lastActive,
    ended_at: ended,
    end_reason: ended === null ? null : 'idle',
  });
};
