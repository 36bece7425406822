import { runOperation } from '#main/service-commands/run-operation.ts';
import { type IssuedToken, issueToken } from '#main/services/identity/one-time-tokens.ts';
import type { TokenPurpose } from '#main/storage/database/identity-schema.ts';
import { replaceApproval } from '#main/storage/store/hosting/approvals.ts';
import { contract } from '#shared/contract/index.ts';
import { day } from '#shared/rules/limits.ts';
import { createKey } from './api-keys.ts';
import { keepSecret } from './browser-secrets.ts';
import { createCustomRole } from './custom-roles.ts';
import { failsWith } from './fails-with.ts';
import { createGroup } from './groups.ts';
import { grantLasting } from './lasting-grants.ts';
import { addPasskey } from './passkey-owner.ts';
import type { SoftPasskey } from './passkeys.ts';
import { setPolicies } from './policies.ts';
import { openVisit, type Visit } from './protected-host.ts';
import { type Authenticator, enrol, nextCode } from './second-factor.ts';
import { createWorkspace, invite, secretIn } from './team.ts';
import type { Person, TestService } from './test-service.ts';

const { auth, organization, profile, security, sessions, team, workspaces } = contract;

/** Links that no operation of this service issues to an account that is active and verified. */
const issuedPurposes = [
  'verify_email',
  'restore_account',
  'undo_authenticator',
  'undo_passkey',
  'undo_owner',
  'undo_api_key',
  'undo_recovery_codes',
] as const satisfies TokenPurpose[];

/** Someone who has authority of every kind, and what proves it. */
export interface Cast {
  app: TestService;
  owner: Person;
  /** An admin, with the address and password that they have now. */
  subject: Person;
  /** As they were when they got everything below. */
  readonly first: Readonly<Person>;
  /** Their other session. */
  other: Person;
  readonly apiKey: string;
  readonly authenticator: Authenticator;
  readonly passkey: SoftPasskey;
  /** A workspace that they own, and one in which they only have a role. */
  readonly owned: string;
  readonly joined: string;
  /** A workspace that a group of theirs opens. */
  readonly opened: string;
  readonly newAddress: string;
  /** Links by purpose. */
  readonly links: Record<Exclude<TokenPurpose, 'invitation'>, string>;
  /** The token of a device that they signed in on, and trust. */
  readonly device: string;
  /** Refresh tokens of applications, by the session in which they were granted. */
  readonly granted: { readonly this: string; readonly other: string };
  /** Visits to a protected host, by the session in which they began. */
  readonly visits: { readonly this: Visit; readonly other: Visit };
  /** The link of an invitation that they sent. */
  readonly sentInvitation: string;
  /** Links of invitations of others that they were shown, by the session in which they were. */
  readonly shown: { readonly this: string; readonly other: string };
  /** A request with an Idempotency-Key, sent with any token. */
  repeat(app: TestService, token: string): Promise<unknown>;
  readonly firstAnswer: unknown;
}

export const operate = (app: TestService, name: Parameters<typeof runOperation>[1], input: unknown): Promise<unknown> =>
  runOperation(app.service.context, name, input, { emit: async () => {}, body: (async function* () {})() });

/** Signs in with the password and a code. */
const signInWithCode = async (app: TestService, person: Person, secret: string): Promise<Person> => {
  const { email, password } = person;
  const { second_factor_token: token = '' } = await failsWith(
    app.call(auth.login, { email, password }),
    'SECOND_FACTOR_REQUIRED',
  );
  const { browser, onBrowser } = keepSecret();
  const input = { second_factor_token: token, code: nextCode(app, secret) };
  const answer = await app.call(auth.completeLogin, input, { onBrowser });
  return { ...person, token: answer.access_token, refreshToken: answer.refresh_token, browser: browser() };
};

let counter = 0;

/** Gives an admin of a new organization authority of every kind. */
export const createCast = async (app: TestService): Promise<Cast> => {
  counter += 1;
  const of = (name: string) => `${name}${counter}@example.org`;
  const owner = await app.owner();
  // So that a reset link can be tried with a password that is refused.
  await setPolicies(app, owner, { password_min_length: 9, trusted_device_days: 90 });
  const otherOwner = await app.join(owner, 'owner');
  const subject = await app.join(owner, 'admin');
  const at = { tenant_id: owner.tenantId };
  const by = { token: subject.token };
  await app.call(organization.updatePolicies, { ...at, refuse_common_passwords: true }, { token: owner.token });
  await operate(app, 'operator add', { user: subject.id });
  const { slug: owned } = await createWorkspace(app, subject, 'Owned');
  const { slug: joined } = await createWorkspace(app, owner, 'Joined');
  const role = { ...at, slug: joined, user_id: subject.id, role: 'Member' as const };
  await app.call(workspaces.setWorkspaceMember, role, { token: owner.token });
  const { slug: opened } = await createWorkspace(app, owner, 'Opened');
  await createGroup(app, owner, 'Group', { members: [subject.id], workspaces: { [opened]: 'Viewer' } });
  await createCustomRole(app, owner, ['audit.read'], [subject.id]);
  const { key: apiKey } = await createKey(app, subject);
  const authenticator = await enrol(app, subject);
  const { soft: passkey } = await addPasskey(app, subject, { code: authenticator.recoveryCodes[0] ?? '' });
  const other = await signInWithCode(app, subject, authenticator.secret);
  const device_token = app.service.context.knownDevices.issue(subject.id, undefined);
  await app.call(security.trustDevice, { device_token }, { token: other.token });
  const granted = { this: await grantLasting(app, subject), other: await grantLasting(app, other) };
  const visits = { this: await openVisit(app, subject), other: await openVisit(app, other) };

  await invite(app, subject, of('sent'), 'admin');
  const sentInvitation = await app.mailedToken(of('sent'), 'invitation');
  const shownTo = async (person: Person, email: string): Promise<string> => {
    const { invitation_id } = await invite(app, owner, email, 'admin');
    const input = { ...at, invitation_id };
    return secretIn((await app.call(team.copyInvitationLink, input, { token: person.token })).url);
  };
  const shown = { this: await shownTo(subject, of('shown')), other: await shownTo(other, of('seen')) };
  const repeat = (app: TestService, token: string) =>
    app.call(team.inviteMember, { ...at, email: of('once'), role: 'member' }, { token, idempotencyKey: 'once' });
  const firstAnswer = await repeat(app, subject.token);

  const { email, password } = subject;
  const list = await app.call(sessions.listSessions, {}, by);
  const sessionId = list.sessions.find(({ current }) => current)?.session_id;
  const issued = new Map<TokenPurpose, IssuedToken>();
  await app.service.context.db.transaction({ tenant: owner.tenantId }, async (tx) => {
    // As if they had been an owner before.
    await replaceApproval(tx, {
      id: app.service.context.ids.id('appr'),
      tenant_id: owner.tenantId,
      mode: 'live',
      kind: 'limit',
      service_id: '',
      wanted: '',
      amount: null,
      requested_by: owner.id,
      requested_at: app.clock.now(),
      approved_by: subject.id,
      approved_at: app.clock.now(),
    });
    for (const purpose of issuedPurposes) {
      const token = { purpose, subject: { userId: subject.id }, email, lifetimeMs: 40 * day };
      // As if they had made the other owner one. The owner can undo that, too, so they may remove them.
      const undoes = { at: app.clock.now(), sessionId, subjectId: otherOwner.id };
      const change = purpose === 'undo_owner' ? { undoes } : {};
      issued.set(purpose, await issueToken(app.service.context, tx, { ...token, ...change }));
    }
  });
  // Undoing the change of address also undoes what isn't older.
  app.clock.advance(1);
  const newAddress = of('new');
  await app.call(profile.changeEmail, { new_email: newAddress, password: subject.password }, by);
  const change_email = await app.mailedToken(newAddress, 'verification');
  const cancel_email_change = await app.mailedToken(subject.email, 'email_changed');
  await app.call(auth.forgotPassword, { email: subject.email });
  const reset_password = await app.mailedToken(subject.email, 'password_reset');
  // As if this server sent email.
  const signInLink = await app.service.context.db.transaction({ tenant: owner.tenantId }, (tx) =>
    issueToken(app.service.context, tx, {
      purpose: 'sign_in_link',
      subject: { userId: subject.id },
      email,
      lifetimeMs: 40 * day,
    }),
  );
  const challenge = await failsWith(app.call(auth.login, { email, password }), 'SECOND_FACTOR_REQUIRED');
  const secretOf = (purpose: (typeof issuedPurposes)[number]): string => issued.get(purpose)?.secret ?? '';
  return {
    app,
    owner,
    subject,
    first: { ...subject },
    other,
    apiKey,
    authenticator,
    passkey,
    owned,
    joined,
    opened,
    newAddress,
    links: {
      change_email,
      cancel_email_change,
      reset_password,
      second_factor: challenge.second_factor_token ?? '',
      verify_email: secretOf('verify_email'),
      sign_in_link: signInLink.secret,
      restore_account: secretOf('restore_account'),
      undo_authenticator: secretOf('undo_authenticator'),
      undo_passkey: secretOf('undo_passkey'),
      undo_owner: secretOf('undo_owner'),
      undo_api_key: secretOf('undo_api_key'),
      undo_recovery_codes: secretOf('undo_recovery_codes'),
    },
    device: device_token,
    granted,
    visits,
    sentInvitation,
    shown,
    repeat,
    firstAnswer,
  };
};
