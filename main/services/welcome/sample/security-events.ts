import { day, hour, minute, second, totp } from '#shared/rules/limits.ts';
import { auditActors } from '#shared/texts/audit.ts';
import { given } from '../../../mail/mail-params.ts';
import { newApiKey } from '../../../security/api-keys.ts';
import { hashRecoveryCode, newRecoveryCodes, newTotpSecret } from '../../../security/totp.ts';
import { insertApiKey } from '../../../storage/store/identity/api-keys.ts';
import {
  confirmEnrolment,
  replaceRecoveryCodes,
  startEnrolment,
} from '../../../storage/store/identity/second-factors.ts';
import { scopesShape } from '../../../storage/store/stored-shapes.ts';
import { userTarget } from '../../recording/record-event.ts';
import { busyDays, lockOutEvents } from './daily-events.ts';
import { sampleAddress } from './people.ts';
import { addMail, lockingOut, type SampleEntry, type SampleEvent, signingIn } from './sample-events.ts';
import { ago, joinedAt, type Member, type Timeline } from './timeline.ts';

const withSecondFactor = [1, 3, 5, 8, 14, 23, 37, 42];
const withNewPassword = [4, 11, 19, 30];
const withResetPassword = [13, 26, 38];
const lockedOut = [9, 31, 44];

const chosen = ({ people }: Timeline, numbers: readonly number[]): Member[] =>
  people.filter(({ number }) => numbers.includes(number));

/** Something that a member does to their own account, with the notice that they get. */
const doing = (
  at: number,
  member: Member,
  [action, kind]: readonly [
    'confirmSecondFactor' | 'changePassword' | 'forgotPassword' | 'resetPassword',
    'second_factor_on' | 'password_changed' | 'password_reset',
  ],
  actor: SampleEntry['actor'] = member,
): SampleEvent => {
  const { id, email, name, number } = member;
  const params = { name: given.text(name), ip_address: given.ipAddress(sampleAddress(number)) };
  return {
    at,
    write: (writer) => addMail(writer, { kind, userId: id, recipient: email, params, status: 'sent' }),
    audit: { actor, action, target: userTarget(member), from: number },
  };
};

/** No one has these authenticators, so no one can sign in to these accounts. */
const secondFactors = (timeline: Timeline): SampleEvent[] =>
  chosen(timeline, withSecondFactor).flatMap((member): SampleEvent[] => {
    const at = joinedAt(timeline, member) + 1.5 * day;
    const place = { user_id: member.id };
    return [
      {
        at,
        write: async ({ tx, context: { ids, secretBox } }) => {
          const sealed_secret = secretBox.seal('second_factors.sealed_secret', place, newTotpSecret(ids));
          const enrolment = { ...place, sealed_secret };
          await startEnrolment(tx, { ...enrolment, created_at: at });
          await confirmEnrolment(tx, enrolment, Math.floor(at / second / totp.periodSeconds), at);
          await replaceRecoveryCodes(tx, member.id, newRecoveryCodes(ids).map(hashRecoveryCode), at);
        },
      },
      doing(at, member, ['confirmSecondFactor', 'second_factor_on']),
    ];
  });

const newPasswords = (timeline: Timeline): SampleEvent[] =>
  chosen(timeline, withNewPassword).map((member) =>
    doing(joinedAt(timeline, member) + 2.2 * day, member, ['changePassword', 'password_changed']),
  );

const resetPasswords = (timeline: Timeline): SampleEvent[] =>
  chosen(timeline, withResetPassword).flatMap((member) => {
    const at = joinedAt(timeline, member) + 3.4 * day;
    return [
      doing(at, member, ['forgotPassword', 'password_reset'], auditActors.unknown),
      doing(at + 6 * minute, member, ['resetPassword', 'password_changed']),
    ];
  });

const lockOuts = (timeline: Timeline): SampleEvent[] =>
  chosen(timeline, lockedOut).flatMap((member) =>
    [0, 1, 2].map((step) => lockingOut(joinedAt(timeline, member) + 1.1 * day, member, step, 0)),
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
  ].map(({ name, made, ends, used, scopes }) => {
    const { owner, ids } = timeline;
    const { prefix, hash } = newApiKey(ids);
    const id = ids.id('key');
    const at = ago(timeline, made);
    return {
      at,
      write: ({ tx }) =>
        insertApiKey(tx, {
          id,
          user_id: owner.id,
          name,
          prefix,
          secret_hash: hash,
          scopes: scopesShape.write([...scopes]),
          created_at: at,
          expires_at: at + ends * day,
          last_used_at: used === undefined ? at + 20 * day : timeline.present - used,
        }),
      audit: {
        actor: owner,
        action: 'createApiKey',
        target: userTarget(owner),
        details: { key_id: id, name, prefix },
        from: 0,
      },
    };
  });

/** The owner's other devices, all with open sessions. */
const otherDevices = ({ owner, present }: Timeline): SampleEvent[] =>
  ['Safari on iOS', 'Firefox on Linux', 'Chrome on Windows'].map((device, index) => {
    const length = (30 + index * 10) * minute;
    return signingIn(present - (50 - index * 12) * minute, owner, { device, from: 60 + index, length, present });
  });

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
