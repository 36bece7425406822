import { auditActors } from '#shared/audit.ts';
import { day, hour, minute, second, totp } from '#shared/limits.ts';
import { newApiKey } from '../../../security/api-keys.ts';
import { hashRecoveryCode, newRecoveryCodes, newTotpSecret } from '../../../security/totp.ts';
import { insertApiKey } from '../../../store/api-keys.ts';
import { confirmEnrolment, replaceRecoveryCodes, startEnrolment } from '../../../store/second-factors.ts';
import { userTarget } from '../../common/record-event.ts';
import { type Act, addMail, addSession, type Past, tell } from './past.ts';
import { sampleAddress } from './people.ts';
import { ago, joinedAt, type Member, type Stage } from './stage.ts';

const withSecondFactor = [1, 3, 5, 8, 14, 23, 37, 42];
const withNewPassword = [4, 11, 19, 30];
const forgetful = [13, 26, 38];
const lockedOut = [9, 31, 44];

const chosen = ({ cast }: Stage, numbers: readonly number[]): Member[] =>
  cast.filter(({ number }) => numbers.includes(number));

const notice = (
  past: Past,
  { id, email, name, number }: Member,
  kind: 'second_factor_on' | 'password_changed' | 'password_reset',
): Promise<void> =>
  addMail(past, {
    kind,
    userId: id,
    recipient: email,
    params: { name, ip_address: sampleAddress(number) },
    fate: 'sent',
  });

/** Nobody holds these authenticators: such an account is seen from outside only. */
const secondFactors = (stage: Stage): Act[] =>
  chosen(stage, withSecondFactor).map((member) => ({
    at: joinedAt(stage, member) + 1.5 * day,
    run: async (past) => {
      const { context, tx } = past;
      const { ids, secretBox, clock } = context;
      const enrolment = { user_id: member.id, sealed_secret: secretBox.seal(newTotpSecret(ids), 'second-factor') };
      const now = clock.now();
      await startEnrolment(tx, { ...enrolment, created_at: now });
      await confirmEnrolment(tx, enrolment, Math.floor(now / second / totp.period), now);
      await replaceRecoveryCodes(tx, member.id, newRecoveryCodes(ids).map(hashRecoveryCode));
      await notice(past, member, 'second_factor_on');
      await tell(past, member, 'confirmSecondFactor', userTarget(member), { from: member.number });
    },
  }));

const newPasswords = (stage: Stage): Act[] =>
  chosen(stage, withNewPassword).map((member) => ({
    at: joinedAt(stage, member) + 2.2 * day,
    run: async (past) => {
      await notice(past, member, 'password_changed');
      await tell(past, member, 'changePassword', userTarget(member), { from: member.number });
    },
  }));

const forgotten = (stage: Stage): Act[] =>
  chosen(stage, forgetful).flatMap((member): Act[] => {
    const at = joinedAt(stage, member) + 3.4 * day;
    return [
      {
        at,
        run: async (past) => {
          await notice(past, member, 'password_reset');
          await tell(past, auditActors.unknown, 'forgotPassword', userTarget(member), { from: member.number });
        },
      },
      {
        at: at + 6 * minute,
        run: async (past) => {
          await notice(past, member, 'password_changed');
          await tell(past, member, 'resetPassword', userTarget(member), { from: member.number });
        },
      },
    ];
  });

const lockOuts = (stage: Stage): Act[] =>
  chosen(stage, lockedOut).flatMap((member) =>
    [6, 7, 8].map(
      (failures, index): Act => ({
        at: joinedAt(stage, member) + 1.1 * day + index * minute,
        run: (past) =>
          tell(past, auditActors.unknown, 'lockAccount', userTarget(member), {
            details: { failures, wait_seconds: 2 ** index },
            from: 100 + member.number,
          }),
      }),
    ),
  );

/** Keys whose text nobody was told: one in use, one that has ended. */
const apiKeys = (stage: Stage): Act[] =>
  [
    { name: 'Weekly report', made: 50, ends: 380, used: 2 * hour, scopes: ['team.read', 'audit.read'] },
    { name: 'Old importer', made: 45, ends: 30, used: undefined, scopes: ['workspaces.list'] },
  ].map(({ name, made, ends, used, scopes }) => ({
    at: ago(stage, made),
    run: async (past) => {
      const { context, tx } = past;
      const { owner } = stage;
      const { prefix, hash } = newApiKey(context.ids);
      const now = context.clock.now();
      const id = context.ids.id('key');
      await insertApiKey(tx, {
        id,
        user_id: owner.id,
        name,
        prefix,
        secret_hash: hash,
        scopes: JSON.stringify(scopes),
        created_at: now,
        expires_at: now + ends * day,
        last_used_at: used === undefined ? now + 20 * day : stage.present - used,
      });
      await tell(past, owner, 'createApiKey', userTarget(owner), { details: { key_id: id, name, prefix }, from: 0 });
    },
  }));

/** The owner's other devices, all open at the present. */
const otherDevices = (stage: Stage): Act[] =>
  ['Safari on iOS', 'Firefox on Linux', 'Chrome on Windows'].map((device, index) => ({
    at: stage.present - (50 - index * 12) * minute,
    run: async (past) => {
      const { owner, present } = stage;
      const length = (30 + index * 10) * minute;
      await addSession(past, owner.id, { device, from: 60 + index, length, present });
      await tell(past, owner, 'login', userTarget(owner), { details: { device }, from: 60 + index });
    },
  }));

/** What happened to some of them only. */
export const incidentActs = (stage: Stage): Act[] => [
  ...secondFactors(stage),
  ...newPasswords(stage),
  ...forgotten(stage),
  ...lockOuts(stage),
  ...apiKeys(stage),
  ...otherDevices(stage),
];
