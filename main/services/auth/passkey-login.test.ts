import { beforeAll, describe, expect, it } from 'vitest';
import { auditRows } from '#e2e/support/audit.ts';
import { failsWith } from '#e2e/support/fails-with.ts';
import { countOutcomes, times } from '#e2e/support/outcomes.ts';
import { addPasskey, firstStep, signInProof } from '#e2e/support/passkey-owner.ts';
import { assertWith, newPasskey, type SoftPasskey, siteOf, type Tricks } from '#e2e/support/passkeys.ts';
import { closedAfterwards, perFile } from '#e2e/support/prepared.ts';
import { openSessions, storedUser } from '#e2e/support/rows.ts';
import { enrol } from '#e2e/support/second-factor.ts';
import { createTestService, type Person } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import { lifetimesMs } from '#shared/rules/limits.ts';
import { purge } from '../../jobs/purge.ts';
import { tablesOf } from '../../storage/database/tables.ts';

const { startPasskeyLogin, loginWithPasskey, startPasskeySecondFactor, completeLoginWithPasskey } = contract.auth;
const { removePasskey, resetMemberSecondFactor } = contract.security;

const app = perFile(() => createTestService({ 'rate-limits': 'off' }));
let origin: string;
beforeAll(async () => {
  ({ origin } = siteOf(app.service.context));
});

type Owner = Person & { soft: SoftPasskey; passkeyId: string; recoveryCodes: string[] };

const passkeyOwner = async (soft?: SoftPasskey): Promise<Owner> => {
  const person = await app.owner();
  const added = await addPasskey(app, person, soft ? { soft } : {});
  return { ...person, soft: added.soft, passkeyId: added.id, recoveryCodes: added.recoveryCodes ?? [] };
};
const signIn = async (soft: SoftPasskey, tricks?: Tricks) =>
  app.call(loginWithPasskey, await signInProof(app, soft, tricks));
const refused = async (answer: Promise<unknown>) => (await failsWith(answer, 'PASSKEY_INVALID')) as { reason?: string };
const stored = (id: string) =>
  tablesOf(app.service.context.db.read).selectFrom('passkeys').selectAll().where('id', '=', id).executeTakeFirst();

describe('signing in with a passkey alone', () => {
  it('asks for no address, and answers as a login does', async () => {
    const owner = await passkeyOwner();
    const challenge = await app.call(startPasskeyLogin, { origin });
    expect(challenge.options).toMatchObject({ rpId: 'localhost', userVerification: 'required', allowCredentials: [] });
    const answer = await signIn(owner.soft);
    expect(answer.user).toMatchObject({ id: owner.id, email: owner.email });
    expect((await app.call(contract.profile.getMe, {}, { token: answer.access_token })).user_id).toBe(owner.id);
    expect((await stored(owner.passkeyId))?.last_used_at).toBe(app.clock.now());
    expect((await storedUser(app, owner.id)).last_login_at).toBe(app.clock.now());
    expect((await auditRows(app, owner.tenantId)).at(-1)).toMatchObject({
      action: 'loginWithPasskey',
      actor_id: owner.id,
      details: JSON.stringify({ device: 'castellan-test', passkey: 'Laptop' }),
    });
  });

  it('needs no code, even if an authenticator app is set up', async () => {
    const person = await app.owner();
    const { recoveryCodes } = await enrol(app, person);
    const { soft } = await addPasskey(app, person, { code: recoveryCodes[0] ?? '' });
    await signIn(soft);
    await firstStep(app, person);
  });

  it('is what the list of sessions says', async () => {
    const owner = await passkeyOwner();
    const { access_token: token } = await signIn(owner.soft);
    const { sessions } = await app.call(contract.sessions.listSessionHistory, {}, { token });
    expect(sessions.find(({ current }) => current)?.sign_in_method).toBe('passkey');
  });

  const tricks: [string, Tricks][] = [
    ['made for a page of another origin', { origin: 'http://localhost.evil.example' }],
    ['made for another port of the same host', { origin: 'http://localhost:1' }],
    ['of another site', { rpId: 'evil.example' }],
    ['of another challenge', { challenge: 'A'.repeat(43) }],
    ['for a registration', { type: 'webauthn.create' }],
    ['whose user was not verified', { verified: false }],
    ['that names another account', { userHandle: Buffer.from('user_other').toString('base64url') }],
    ['that names no account', { userHandle: undefined }],
  ];
  it.each(tricks)('refuses an answer %s', async (_what, trick) => {
    const owner = await passkeyOwner();
    const before = await openSessions(app, owner.id);
    expect((await refused(signIn(owner.soft, trick))).reason).toBe('passkey_unverified');
    expect(await openSessions(app, owner.id)).toEqual(before);
  });

  it('refuses the signature of another key, and a passkey that no one has', async () => {
    const [owner, other] = [await passkeyOwner(), await passkeyOwner()];
    const forged = { ...owner.soft, privateKey: other.soft.privateKey };
    expect((await refused(signIn(forged))).reason).toBe('passkey_unverified');
    expect((await refused(signIn({ ...newPasskey(), userHandle: 'x' }))).reason).toBe('passkey_unknown');
  });

  it('takes each answer once, whoever sends it first', async () => {
    const { soft } = await passkeyOwner();
    const proof = await signInProof(app, soft);
    expect(await countOutcomes(times(20, () => app.call(loginWithPasskey, proof)))).toEqual({
      ok: 1,
      PASSKEY_INVALID: 19,
    });
    expect((await refused(app.call(loginWithPasskey, proof))).reason).toBe('challenge_over');
  });

  it('takes a challenge once, even if the answer was wrong', async () => {
    const { soft } = await passkeyOwner();
    const started = await app.call(startPasskeyLogin, { origin });
    const send = (tricks?: Tricks) =>
      app.call(loginWithPasskey, {
        challenge_token: started.challenge_token,
        credential: assertWith(soft, started, origin, tricks),
      });
    await refused(send({ verified: false }));
    expect((await refused(send())).reason).toBe('challenge_over');
  });

  it('refuses an answer after five minutes, and forgets the challenge then', async () => {
    const { soft } = await passkeyOwner();
    const late = await signInProof(app, soft);
    await signIn(soft);
    app.clock.advance(lifetimesMs.passkeyChallenge);
    expect((await refused(app.call(loginWithPasskey, late))).reason).toBe('challenge_over');
    app.clock.advance(1);
    await purge(app.service.context);
    const { db } = app.service.context;
    expect(await tablesOf(db.read).selectFrom('answered_challenges').selectAll().execute()).toEqual([]);
  });

  it('refuses a challenge that we did not issue, or issued for something else', async () => {
    const owner = await passkeyOwner();
    const { credential } = await signInProof(app, owner.soft);
    const own = await app.call(contract.security.startPasskeyConfirmation, { origin }, { token: owner.token });
    for (const challenge_token of ['x', 'k.AAAA', own.challenge_token]) {
      const answer = app.call(loginWithPasskey, { challenge_token, credential });
      expect((await refused(answer)).reason).toBe('challenge_over');
    }
  });

  it('is offered only at our own addresses', async () => {
    for (const elsewhere of ['https://evil.example', 'http://127.0.0.1:4310', 'app://castellan', 'null']) {
      const answer = app.call(startPasskeyLogin, { origin: elsewhere });
      expect(await failsWith(answer, 'STATE_CONFLICT')).toMatchObject({ reason: 'passkeys_unavailable' });
    }
  });

  it('refuses accounts that are disabled, and offers to restore one that is to be deleted', async () => {
    const owner = await passkeyOwner();
    const { db } = app.service.context;
    const set = (change: object) =>
      tablesOf(db.write).updateTable('users').set(change).where('id', '=', owner.id).execute();
    await set({ status: 'disabled' });
    await failsWith(signIn(owner.soft), 'ACCOUNT_DISABLED');
    await set({ status: 'pending_deletion', delete_at: app.clock.now() + 1 });
    const offer = await failsWith(signIn(owner.soft), 'ACCOUNT_PENDING_DELETION');
    expect(offer.restore_token).toBeTypeOf('string');
    await set({ status: 'removed', delete_at: null });
    expect((await refused(signIn(owner.soft))).reason).toBe('passkey_unknown');
  });

  it('counts as guessing if it fails', async () => {
    const limited = await closedAfterwards(createTestService());
    const soft = { ...newPasskey(), userHandle: 'x' };
    const guess = async () => limited.call(loginWithPasskey, await signInProof(limited, soft), { ip: '203.0.113.9' });
    expect(await countOutcomes(times(110, guess))).toEqual({ PASSKEY_INVALID: 100, RATE_LIMITED: 10 });
  });
});

describe('the counter of a passkey', () => {
  it('moves on with each use', async () => {
    const owner = await passkeyOwner({ ...newPasskey(), counter: 5 });
    await signIn(owner.soft);
    expect((await stored(owner.passkeyId))?.counter).toBe(6);
    await signIn(owner.soft);
    expect((await stored(owner.passkeyId))?.counter).toBe(7);
  });

  it('that falls behind shows a copy: the sign-in is refused and recorded', async () => {
    const owner = await passkeyOwner({ ...newPasskey(), counter: 5 });
    const copy = { ...owner.soft };
    await signIn(owner.soft);
    await signIn(owner.soft);
    expect((await refused(signIn(copy))).reason).toBe('passkey_copied');
    expect((await auditRows(app, owner.tenantId)).at(-1)).toMatchObject({
      action: 'refusePasskey',
      actor_id: 'unknown',
      target_id: owner.id,
      details: JSON.stringify({ passkey_id: owner.passkeyId, name: 'Laptop' }),
    });
    expect((await stored(owner.passkeyId))?.counter).toBe(7);
  });

  it('lets one of two answers with the same count sign in', async () => {
    const owner = await passkeyOwner({ ...newPasskey(), counter: 5 });
    const proofs = [
      await signInProof(app, owner.soft, { counter: 9 }),
      await signInProof(app, owner.soft, { counter: 9 }),
    ];
    const answers = proofs.map((proof) => app.call(loginWithPasskey, proof));
    expect(await countOutcomes(answers)).toEqual({ ok: 1, PASSKEY_INVALID: 1 });
  });
});

describe('a passkey as the second step of a sign-in', () => {
  const second = async (owner: Owner, token = '', tricks?: Tricks, soft = owner.soft) => {
    const second_factor_token = token || ((await firstStep(app, owner)).second_factor_token ?? '');
    const started = await app.call(startPasskeySecondFactor, { second_factor_token, origin });
    const credential = assertWith(soft, started, origin, tricks);
    return app.call(completeLoginWithPasskey, {
      second_factor_token,
      challenge_token: started.challenge_token,
      credential,
    });
  };

  it('is asked for once the account has one, and signs in', async () => {
    const owner = await passkeyOwner();
    expect(await firstStep(app, owner)).toMatchObject({ second_factor_methods: ['passkey'] });
    const answer = await second(owner);
    expect(answer.user.id).toBe(owner.id);
    const { sessions } = await app.call(contract.sessions.listSessionHistory, {}, { token: answer.access_token });
    expect(sessions.find(({ current }) => current)?.sign_in_method).toBe('password_passkey');
  });

  it('lists the passkeys of this site alone, and names no account', async () => {
    const owner = await passkeyOwner();
    const { second_factor_token = '' } = await firstStep(app, owner);
    const { options } = await app.call(startPasskeySecondFactor, { second_factor_token, origin });
    expect(options.allowCredentials.map(({ id }) => id)).toEqual([owner.soft.id]);
    await tablesOf(app.service.context.db.write)
      .updateTable('passkeys')
      .set({ site: 'old.example' })
      .where('id', '=', owner.passkeyId)
      .execute();
    const none = app.call(startPasskeySecondFactor, { second_factor_token, origin });
    expect(await failsWith(none, 'STATE_CONFLICT')).toMatchObject({ reason: 'no_passkey' });
  });

  it('can be a recovery code instead', async () => {
    const owner = await passkeyOwner();
    const { second_factor_token = '' } = await firstStep(app, owner);
    const code = owner.recoveryCodes[0] ?? '';
    await app.call(contract.auth.completeLogin, { second_factor_token, code });
    await failsWith(
      app.call(contract.auth.completeLogin, {
        second_factor_token: (await firstStep(app, owner)).second_factor_token ?? '',
        code,
      }),
      'SECOND_FACTOR_INVALID',
    );
  });

  it("refuses another account's passkey", async () => {
    const [owner, other] = [await passkeyOwner(), await passkeyOwner()];
    expect((await refused(second(owner, '', {}, other.soft))).reason).toBe('passkey_unknown');
  });

  it('refuses a challenge of another sign-in, and keeps the token after a wrong answer', async () => {
    const [owner, other] = [await passkeyOwner(), await passkeyOwner()];
    const { second_factor_token = '' } = await firstStep(app, owner);
    const elsewhere = await app.call(startPasskeySecondFactor, {
      second_factor_token: (await firstStep(app, other)).second_factor_token ?? '',
      origin,
    });
    const answer = app.call(completeLoginWithPasskey, {
      second_factor_token,
      challenge_token: elsewhere.challenge_token,
      credential: assertWith(owner.soft, elsewhere, origin),
    });
    expect((await refused(answer)).reason).toBe('challenge_over');
    await refused(second(owner, second_factor_token, { verified: false }));
    await second(owner, second_factor_token);
    await failsWith(second(owner, second_factor_token), 'LINK_INVALID');
  });
});

describe('a passkey that was removed', () => {
  it('no longer signs in, nor does one that an owner or the mailbox reset', async () => {
    const owner = await passkeyOwner();
    const proof = await signInProof(app, owner.soft);
    const code = owner.recoveryCodes[0] ?? '';
    const { password, token } = owner;
    await app.call(removePasskey, { passkey_id: owner.passkeyId, password, code }, { token });
    expect((await refused(app.call(loginWithPasskey, proof))).reason).toBe('passkey_unknown');

    const host = await app.owner();
    const member = await app.join(host);
    const { soft } = await addPasskey(app, member);
    const target = { tenant_id: host.tenantId, user_id: member.id };
    await app.call(resetMemberSecondFactor, target, { token: host.token });
    expect((await refused(signIn(soft))).reason).toBe('passkey_unknown');
    await app.login(member);
  });
});
