import { auditActors } from '#shared/audit.ts';
import { day, hour, minute, second, totp } from '#shared/limits.ts';
import { newApiKey } from '../../../security/api-keys.ts';
import { hashRecoveryCode, newRecoveryCodes, newTotpSecret } from '../../../security/totp.ts';
import { insertApiKey } from '../../../store/identity/api-keys.ts';
import { confirmEnrolment, replaceRecoveryCodes, startEnrolment } from '../../../store/identity/second-factors.ts';
import { scopesShape } from '../../../store/stored-shapes.ts';
import { userTarget } from '../../audit-log/record-event.ts';
import { busyDays, lockOutEvents } from './daily-events.ts';
import { sampleAddress } from './people.ts';
import { addAuditEvent, addMail, addSession, type SampleEvent, type SampleWriter } from './sample-events.ts';
import { ago, joinedAt, type Member, type Timeline } from './timeline.ts';

const withSecondFactor = [1, 3, 5, 8, 14, 23, 37, 42];
const withNewPassword = [4, 11, 19, 30];
const withResetPassword = [13, 26, 38];
const lockedOut = [9, 31, 44];

const chosen = ({ people }: Timeline, numbers: readonly number[]): Member[] =>
  people.filter(({ number }) => numbers.includes(number));

const notice = (
  writer: SampleWriter,
  { id, email, name, number }: Member,
  kind: 'second_factor_on' | 'password_changed' | 'password_reset',
): Promise<void> =>
  addMail(writer, {
    kind,
    userId: id,
    recipient: email,
    params: { name, ip_address: sampleAddress(number) },
    status: 'sent',
  });

/** No one has these authenticators, so no one can sign in to these accounts. */
const secondFactors = (timeline: Timeline): SampleEvent[] =>
  chosen(timeline, withSecondFactor).map((member) => ({
    at: joinedAt(timeline, member) + 1.5 * day,
    run: async (writer) => {
      const { context, tx } = writer;
      const { ids, secretBox, clock } = context;
      const place = { user_id: member.id };
      const enrolment = {
        ...place,
        sealed_secret: secretBox.seal('second_factors.sealed_secret', place, newTotpSecret(ids)),
      };
      const now = clock.now();
      await startEnrolment(tx, { ...enrolment, created_at: now });
      await confirmEnrolment(tx, enrolment, Math.floor(now / second / totp.periodSeconds), now);
      await replaceRecoveryCodes(tx, member.id, newRecoveryCodes(ids).map(hashRecoveryCode), now);
      await notice(writer, member, 'second_factor_on');
      await addAuditEvent(writer, member, 'confirmSecondFactor', userTarget(member), { from: member.number });
    },
  }));

const newPasswords = (timeline: Timeline): SampleEvent[] =>
  chosen(timeline, withNewPassword).map((member) => ({
    at: joinedAt(timeline, member) + 2.2 * day,
    run: async (writer) => {
      await notice(writer, member, 'password_changed');
      await addAuditEvent(writer, member, 'changePassword', userTarget(member), { from: member.number });
    },
  }));

const resetPasswords = (timeline: Timeline): SampleEvent[] =>
  chosen(timeline, withResetPassword).flatMap((member): SampleEvent[] => {
    const at = joinedAt(timeline, member) + 3.4 * day;
    return [
      {
        at,
        run: async (writer) => {
          await notice(writer, member, 'password_reset');
          await addAuditEvent(writer, auditActors.unknown, 'forgotPassword', userTarget(member), {
            from: member.number,
          });
        },
      },
      {
        at: at + 6 * minute,
        run: async (writer) => {
          await notice(writer, member, 'password_changed');
          await addAuditEvent(writer, member, 'resetPassword', userTarget(member), { from: member.number });
        },
      },
    ];
  });

const lockOuts = (timeline: Timeline): SampleEvent[] =>
  chosen(timeline, lockedOut).flatMap((member) =>
    [6, 7, 8].map(
      (failures, index): SampleEvent => ({
        at: joinedAt(timeline, member) + 1.1 * day + index * minute,
        run: (writer) =>
          addAuditEvent(writer, auditActors.unknown, 'lockAccount', userTarget(member), {
            details: { failures, wait_seconds: 2 ** index },
            from: 100 + member.number,
          }),
      }),
    ),
  );

const recentLockOuts = (timeline: Timeline): SampleEvent[] => {
  const present = timeline.people.filter(({ status, number }) => status === 'stays' && number < 40);
  return lockOutEvents(present, ago(timeline, busyDays), timeline.present);
};

/** Keys whose secret no one knows: one in use, one that expires soon, one expired. */
const apiKeys = (timeline: Timeline): SampleEvent[] =>
  [
    { name: 'Weekly report', made: 50, ends: 380, used: 2 * hour, scopes: ['team.read', 'audit.read'] as const },
    { name: 'Status page', made: 60, ends: 69, used: 30 * minute, scopes: ['hosting.read'] as const },
    { name: 'Old importer', made: 45, ends: 30, used: undefined, scopes: ['workspaces.list'] as const },
  ].map(({ name, made, ends, used, scopes }) => ({
    at: ago(timeline, made),
    run: async (writer) => {
      const { context, tx } = writer;
      const { owner } = timeline;
      const { prefix, hash } = newApiKey(context.ids);
      const now = context.clock.now();
      const id = context.ids.id('key');
      await insertApiKey(tx, {
        id,
        user_id: owner.id,
        name,
        prefix,
        secret_hash: hash,
        scopes: scopesShape.write([...scopes]),
        created_at: now,
        expires_at: now + ends * day,
        last_used_at: used === undefined ? now + 20 * day : timeline.present - used,
      });
      await addAuditEvent(writer, owner, 'createApiKey', userTarget(owner), {
        details: { key_id: id, name, prefix },
        from: 0,
      });
    },
  }));

/** The owner's other devices, all with open sessions. */
const otherDevices = (timeline: Timeline): SampleEvent[] =>
  ['Safari on iOS', 'Firefox on Linux', 'Chrome on Windows'].map((device, index) => ({
    at: timeline.present - (50 - index * 12) * minute,
    run: async (writer) => {
      const { owner, present } = timeline;
      const length = (30 + index * 10) * minute;
      await addSession(writer, owner.id, { device, from: 60 + index, length, present });
      await addAuditEvent(writer, owner, 'login', userTarget(owner), { details: { device }, from: 60 + index });
    },
  }));

/** Events that happened to only some members. */
export const securityEvents = (timeline: Timeline): SampleEvent[] => [
  ...secondFactors(timeline),
  ...newPasswords(timeline),
  ...resetPasswords(timeline),
  ...lockOuts(timeline),
  ...recentLockOuts(timeline),
  ...apiKeys(timeline),
  ...otherDevices(timeline),
];
