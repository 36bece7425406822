import type { MailKind } from '#shared/contract/mail/resources.ts';
import { defaultPreferences } from '#shared/contract/preferences.ts';
import { day, lifetimesMs, minute, second } from '#shared/rules/limits.ts';
import type { Role } from '#shared/rules/roles.ts';
import { auditActors } from '#shared/texts/audit.ts';
import type { MailFailure } from '#shared/texts/mail-outcomes.ts';
import { given } from '../../../mail/mail-params.ts';
import type { NewMail } from '../../../mail/outbox.ts';
import { mailSubject } from '../../../mail/templates.ts';
import type { WriteTransaction } from '../../../storage/database/schema.ts';
import type { HostingScope } from '../../../storage/store/hosting/provider-settings.ts';
import { addFailedSignIns } from '../../../storage/store/identity/failed-sign-ins.ts';
import { insertSession } from '../../../storage/store/identity/sessions.ts';
import { insertUser, recordLogin, type UserRow } from '../../../storage/store/identity/users.ts';
import { insertMail } from '../../../storage/store/mail/mails.ts';
import { mailParamsShape, preferencesShape } from '../../../storage/store/stored-shapes.ts';
import { insertInvitation } from '../../../storage/store/team/invitations.ts';
import type { AppContext } from '../../context.ts';
import { newInvitation } from '../../identity/new-invitation.ts';
import { newMember } from '../../identity/new-member.ts';
import { newSession } from '../../identity/new-session.ts';
import { issueToken } from '../../identity/one-time-tokens.ts';
import {
  type AuditActor,
  type AuditTarget,
  type DetailedAction,
  recordEvent,
  userTarget,
} from '../../recording/record-event.ts';
import { sampleAddress, sampleDevices } from './people.ts';
import type { Member } from './timeline.ts';

/** One event of the sample's history: what it writes, and then its entry in the audit log. */
export interface SampleEvent {
  /** Milliseconds since the epoch. */
  at: number;
  write?: ((writer: SampleWriter) => Promise<unknown>) | undefined;
  audit?: SampleEntry | undefined;
}

/** An entry of the audit log. */
export type SampleEntry = DetailedAction & {
  actor: Pick<AuditActor, 'id' | 'name'>;
  target: AuditTarget;
  /** The number of the address and device that it came from. Absent for what the service did by itself. */
  from?: number;
};

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
  for (const { at, write, audit } of events.toSorted((one, other) => one.at - other.at)) {
    instant = at;
    await write?.(writer);
    if (audit) await addAuditEvent(writer, audit);
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
  { actor, from, ...event }: SampleEntry,
): Promise<void> =>
  recordEvent(context, tx, {
    ...event,
    actor: { id: actor.id, name: actor.name, tenantId: tenant.id },
    client:
      from === undefined
        ? undefined
        : { ip: sampleAddress(from), namedDevice: sampleDevices[from % sampleDevices.length] },
  });

/** Counts wrong passwords of a member. `from`: the number of the address that they came from. */
const addFailures = (
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
  givenBy: string | null = null,
): Promise<void> => {
  const verification = verified ? 'mailbox' : null;
  const member = newMember(context, { tenantId: tenant.id, passwordHash: user.password_hash, verification, ...user });
  const preferences = preferencesShape.write({
    ...defaultPreferences,
    date_format: 'D MMM YYYY',
    show_onboarding: false,
  });
  await insertUser(tx, { ...member, id: user.id, preferences }, givenBy);
};

/** Adds an email with its delivery status. Only an undelivered one still holds its link's secret. */
export const addMail = async <Kind extends MailKind>(
  { context, tx, tenant }: SampleWriter,
  mail: Pick<NewMail<Kind>, 'kind' | 'userId' | 'senderId' | 'recipient' | 'params'> & { status: MailStatus },
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

interface Invitation {
  id: string;
  inviter: Member;
  email: string;
  role: Role;
  /** Of its email. */
  status: MailStatus;
  /** Whether its link works. */
  linked: boolean;
  workspaces: readonly string[];
}

const addInvitation = async (
  writer: SampleWriter,
  { id, inviter, email, role, status, linked, workspaces }: Invitation,
): Promise<void> => {
  const { context, tx, tenant } = writer;
  const invited = { tenantId: tenant.id, email, role, invitedBy: inviter.id, lifetimeMs: lifetimesMs.invitation };
  await insertInvitation(tx, { ...newInvitation(context, invited), id }, workspaces);
  const token = linked
    ? await issueToken(context, tx, {
        purpose: 'invitation',
        subject: { invitationId: id },
        email,
        lifetimeMs: lifetimesMs.invitation,
      })
    : undefined;
  const params = {
    tenant_name: given.text(tenant.name),
    inviter_name: given.text(inviter.name),
    inviter_email: given.emailAddress(inviter.email),
    role: given.word(role),
    days: given.number(lifetimesMs.invitation / day),
  };
  await addMail(
    writer,
    { kind: 'invitation', userId: null, senderId: inviter.id, recipient: email, params, status },
    token,
  );
};

/** Someone is invited by email. */
export const inviting = (at: number, invitation: Invitation): SampleEvent => {
  const { id, inviter, email, role, workspaces } = invitation;
  return {
    at,
    write: (writer) => addInvitation(writer, invitation),
    audit: {
      actor: inviter,
      action: 'inviteMember',
      target: { kind: 'invitation', id, label: email },
      details: { role, workspaces: workspaces.length },
      from: inviter.number,
    },
  };
};

/** Retention of ended sessions: the purge deletes older ones at its next run. */
const sessionRetentionMs = 30 * day;

interface SignIn {
  device: string;
  /** The number of the address. */
  from: number;
  /** How long the session was used, in milliseconds. */
  length: number;
  present: number;
}

const addSession = async (
  { context, tx }: SampleWriter,
  userId: string,
  { device, from, length, present }: SignIn,
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

/** A sign-in with its session, which lasted a while and ended, or is still open at `present`. `mistyped`: wrong passwords before it. */
export const signingIn = (at: number, member: Member, signIn: SignIn, mistyped = 0): SampleEvent => ({
  at,
  write: async (writer) => {
    if (mistyped > 0) await addFailures(writer, member, mistyped, signIn.from);
    await addSession(writer, member.id, signIn);
  },
  audit: {
    actor: member,
    action: 'login',
    target: userTarget(member),
    details: { device: signIn.device },
    from: signIn.from,
  },
});

/** An account is locked after wrong passwords from elsewhere. `counted`: those that count against its next sign-in. */
export const lockingOut = (at: number, member: Member, step: number, counted: number): SampleEvent => {
  const from = 100 + member.number;
  return {
    at: at + step * minute,
    write: counted > 0 ? (writer) => addFailures(writer, member, counted, from) : undefined,
    audit: {
      actor: auditActors.unknown,
      action: 'lockAccount',
      target: userTarget(member),
      details: { failures: 6 + step, wait_seconds: 2 ** step },
      from,
    },
  };
};
