import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKey } from '#e2e/support/api-keys.ts';
import { failsWith } from '#e2e/support/fails-with.ts';
import { addPasskey } from '#e2e/support/passkey-owner.ts';
import { mailKindsTo, storedUser } from '#e2e/support/rows.ts';
import { invite, secretIn } from '#e2e/support/team.ts';
import { createTestService, type Person, type TestService, testPassword } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import { type EmailVerifier, emailVerifiers } from '#shared/rules/email-verifiers.ts';
import { mailThrottle, minute } from '#shared/rules/limits.ts';
import type { InputOf, OperationName } from '../../service-commands/operations.ts';
import { runOperation } from '../../service-commands/run-operation.ts';
import { tablesOf } from '../../storage/database/tables.ts';
import { hasSecondFactor } from '../../storage/store/identity/second-factors.ts';
import { updateUser } from '../../storage/store/identity/users.ts';

const { auth, profile, security, team } = contract;
type Verified = EmailVerifier | null;
const everyVerifier: readonly Verified[] = [null, ...emailVerifiers];

/** One service keeps its email, the other has a mail server that answers nothing. */
let app: TestService;
let mailing: TestService;
let owner: Person;
beforeAll(async () => {
  app = await createTestService({ 'rate-limits': 'off' });
  mailing = await createTestService({ 'smtp-url': 'smtp://127.0.0.1:1' });
  owner = await app.owner();
});
afterAll(() => Promise.all([app.close(), mailing.close()]));

const verify = (by: Verified, person: Person, on = app) =>
  updateUser(on.service.context.db.write, { ...person }, { verification: by });
const newcomer = async (by: Verified, on = app): Promise<Person> => {
  const person = await on.owner();
  await verify(by, person, on);
  return person;
};
const verifierOf = async ({ id }: Person, on = app) => {
  const { email_verified, email_verified_by } = await storedUser(on, id);
  expect(email_verified).toBe(email_verified_by === null ? 0 : 1);
  return email_verified_by;
};
const operate = <Name extends OperationName>(name: Name, input: InputOf<Name>) =>
  runOperation(app.service.context, name, input, { emit: async () => {}, body: (async function* () {})() });
const of = (person: Person, host = owner) => ({ tenant_id: host.tenantId, user_id: person.id });
const changeAddress = async (person: Person, new_email: string) => {
  await app.call(profile.changeEmail, { new_email, password: person.password }, { token: person.token });
  await app.call(auth.verifyEmail, { token: await app.mailedToken(new_email, 'verification') });
};
const reset = async (person: Person, on = app) => {
  on.clock.advance(1);
  await on.call(auth.forgotPassword, { email: person.email });
  const token = await on.mailedToken(person.email, 'password_reset');
  return on.call(auth.resetPassword, { token, new_password: 'another long password' });
};
/** Joins with a link that was handed over. */
const joinByCopy = async (email: string): Promise<string> => {
  const { invitation_id } = await invite(app, owner, email);
  const scope = { tenant_id: owner.tenantId, invitation_id };
  const { url } = await app.call(team.copyInvitationLink, scope, { token: owner.token });
  const token = secretIn(url);
  return (await app.call(team.acceptInvitation, { token, name: 'Copied', password: testPassword })).user.id;
};

/** Everything that verifies an address or changes it, on an unverified account, with who verified it then. */
const ways: [string, Verified, (person: Person) => Promise<unknown>][] = [
  [
    'a verification link from the mailbox',
    'mailbox',
    async ({ email }) => app.call(auth.verifyEmail, { token: await app.mailedToken(email, 'verification') }),
  ],
  [
    'a verification link that was shown to someone',
    'owner',
    async (person) => {
      const at = { ...of(person, person), purpose: 'verify_email' as const };
      const { url } = await app.call(team.createMemberLink, at, { token: person.token });
      return app.call(auth.verifyEmail, { token: secretIn(url ?? '') });
    },
  ],
  ['a reset through the mailbox', 'mailbox', (person) => reset(person)],
  ['a change of address', 'mailbox', (person) => changeAddress(person, `new.${person.email}`)],
  [
    'a change of address that is undone',
    'mailbox',
    async (person) => {
      await verify('owner', person);
      await changeAddress(person, `other.${person.email}`);
      const token = await app.mailedToken(person.email, 'email_changed');
      return app.call(profile.cancelEmailChange, { token });
    },
  ],
  [
    'the word of another owner',
    'owner',
    async (person) => {
      const colleague = await app.join(person, 'owner');
      return app.call(team.markEmailVerified, of(person, person), { token: colleague.token });
    },
  ],
  ['user verify', 'operator', ({ email }) => operate('user verify', { user: email })],
  [
    'user set-email --verified',
    'operator',
    ({ email }) => operate('user set-email', { user: email, email: `set.${email}`, verified: true }),
  ],
  ['user set-email', null, ({ email }) => operate('user set-email', { user: email, email: `unset.${email}` })],
];

describe('who verified an address is stored', () => {
  it.each(ways)('by %s: %s', async (_way, by, act) => {
    const person = await app.owner(undefined, { verified: false });
    expect(await verifierOf(person)).toBeNull();
    await act(person);
    expect(await verifierOf(person)).toBe(by);
  });

  it('with accounts that begin verified, and those that do not', async () => {
    expect(await verifierOf(await app.join(owner))).toBe('mailbox');
    expect((await storedUser(app, await joinByCopy('copied@example.com'))).email_verified_by).toBeNull();
    const given = { name: 'Created', organization: owner.tenantId };
    await operate('user create', { ...given, email: 'vouched@example.com', verified: true });
    const { read } = app.service.context.db;
    const created = tablesOf(read).selectFrom('users').selectAll().where('email', '=', 'vouched@example.com');
    expect(await created.executeTakeFirstOrThrow()).toMatchObject({ email_verified: 1, email_verified_by: 'operator' });
  });

  it('and never replaced by less: a shown link leaves a proof as it is', async () => {
    const person = await app.owner(undefined, { verified: false });
    const at = { ...of(person, person), purpose: 'verify_email' as const };
    const { url } = await app.call(team.createMemberLink, at, { token: person.token });
    await verify('mailbox', person);
    await app.call(auth.verifyEmail, { token: secretIn(url ?? '') });
    expect(await verifierOf(person)).toBe('mailbox');
  });
});

describe.each(everyVerifier)('an address verified by %s', (by) => {
  const isProved = by === 'mailbox';

  it('loses what was set up before when its mailbox resets the password, unless it was proved', async () => {
    const person = await newcomer(by);
    await addPasskey(app, person);
    const { write, read } = app.service.context.db;
    await tablesOf(write).deleteFrom('mails').where('kind', '=', 'password_reset').execute();
    if (isProved) await failsWith(reset(person), 'SECOND_FACTOR_REQUIRED');
    else await reset(person);
    expect(await hasSecondFactor(read, person.id)).toBe(isProved);
    const codes = await tablesOf(read)
      .selectFrom('recovery_codes')
      .selectAll()
      .where('user_id', '=', person.id)
      .execute();
    expect(codes.length > 0).toBe(isProved);
    expect(await verifierOf(person)).toBe('mailbox');
  });

  it('gets a link to prove it, from an admin or on request, unless it was proved', async () => {
    const person = await newcomer(by, mailing);
    mailing.clock.advance(10 * minute);
    const count = async () => (await mailKindsTo(mailing, person.email)).length;
    const before = await count();
    await mailing.call(auth.resendVerification, { email: person.email });
    await mailing.service.mailWorker.drain();
    expect(await count()).toBe(before + (isProved ? 0 : 1));
    mailing.clock.advance(1);
    const at = { ...of(person, person), purpose: 'verify_email' as const };
    const link = mailing.call(team.createMemberLink, at, { token: person.token });
    if (isProved) return failsWith(link, 'STATE_CONFLICT');
    expect((await link).url).toBeNull();
    await mailing.call(auth.verifyEmail, { token: await mailing.mailedToken(person.email, 'verification') });
    expect(await verifierOf(person, mailing)).toBe('mailbox');
  });

  it('sets up a second factor if it was proved, or if the operator or a provider vouches for it', async () => {
    const person = await newcomer(by, mailing);
    const start = () =>
      mailing.call(security.startSecondFactor, { password: person.password }, { token: person.token });
    const reason = by === null ? 'email_unverified' : by === 'owner' ? 'email_vouched_for' : undefined;
    if (reason === undefined) return start();
    expect(await failsWith(start(), 'STATE_CONFLICT')).toMatchObject({ reason });
  });

  it('gets notices: none if unverified, all if proved, within the limits if an admin vouches for it', async () => {
    const person = await newcomer(by, mailing);
    const sent = mailThrottle.limit + 2;
    for (let n = 0; n < sent; n += 1) await createKey(mailing, person);
    const notices = (await mailKindsTo(mailing, person.email)).filter((kind) => kind === 'api_key_created');
    expect(notices).toHaveLength(by === null ? 0 : by === 'owner' ? mailThrottle.limit : sent);
  });

  it('is shown with who verified it', async () => {
    const person = await newcomer(by);
    const shown = await app.call(team.getMember, of(person, person), { token: person.token });
    expect(shown).toMatchObject({ email_verified: by !== null, email_verified_by: by });
  });
});
