import { describe, expect, it } from 'vitest';
import { createKey } from '#e2e/support/api-keys.ts';
import { auditRows } from '#e2e/support/audit.ts';
import { confirmWithCode, lapse } from '#e2e/support/confirmations.ts';
import { failsWith } from '#e2e/support/fails-with.ts';
import { addPasskey, confirmationProof, signInProof } from '#e2e/support/passkey-owner.ts';
import { setPolicies } from '#e2e/support/policies.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { codeAt, enrol, nextCode, wrongCode } from '#e2e/support/second-factor.ts';
import { createTestService, type Person } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import type { RequestOf } from '#shared/contract/operation.ts';
import { accountLockout, minute, throttles } from '#shared/rules/limits.ts';
import { tablesOf } from '../../storage/database/tables.ts';

const { confirmSession, login, completeLogin } = contract.auth;

const app = perFile(() => createTestService());

type Proof = RequestOf<typeof confirmSession>;
const confirm = ({ token }: Person, proof: Proof) => app.call(confirmSession, proof, { token });
/** A sensitive change that takes nothing but a confirmation. */
const change = (by: Person) => setPolicies(app, by, {});
const isAsked = async (by: Person) => (await failsWith(change(by), 'REAUTHENTICATION_REQUIRED')).confirm_with;
/** An owner whose organization asks everyone. */
const careful = async (): Promise<Person> => {
  const owner = await app.owner();
  await setPolicies(app, owner, { confirm_sensitive_changes: true });
  return owner;
};
/** An owner with an authenticator app, whose confirmation has lapsed. */
const secured = async () => {
  const owner = await app.owner();
  const authenticator = await enrol(app, owner);
  lapse(app);
  return { owner, ...authenticator };
};

describe('a confirmation', () => {
  it('takes exactly one of password, code and passkey', async () => {
    const owner = await app.owner();
    for (const proof of [{}, { password: owner.password, code: '123456' }]) {
      const { errors } = await failsWith(confirm(owner, proof), 'VALIDATION_FAILED');
      expect(errors).toMatchObject([{ path: '', reason: 'one_of' }]);
    }
  });

  it('with the password lasts ten minutes, and says until when', async () => {
    const owner = await careful();
    lapse(app);
    expect(await isAsked(owner)).toEqual(['password']);
    await failsWith(confirm(owner, { password: 'wrong' }), 'CURRENT_PASSWORD_INVALID');
    expect(await isAsked(owner)).toEqual(['password']);
    const { confirmed_until } = await confirm(owner, { password: owner.password });
    expect(Date.parse(confirmed_until)).toBe(app.clock.now() + 10 * minute);
    app.clock.advance(10 * minute - 1);
    await change(owner);
    app.clock.advance(1);
    await isAsked(owner);
  });

  it.each([
    ['a code', 'authenticator', async ({ secret }) => ({ code: nextCode(app, secret) })],
    ['a recovery code', 'recovery_code', async ({ recoveryCodes }) => ({ code: recoveryCodes[0] ?? '' })],
    ['a passkey', 'passkey', async ({ owner, soft }) => ({ passkey: await confirmationProof(app, owner, soft) })],
  ] as [
    string,
    string,
    (has: Awaited<ReturnType<typeof secured>> & Pick<Awaited<ReturnType<typeof addPasskey>>, 'soft'>) => Promise<Proof>,
  ][])('with %s works once, is recorded, and lets every sensitive change through', async (_name, used, prove) => {
    const has = await secured();
    const { owner } = has;
    const { soft } = await addPasskey(app, owner, { code: nextCode(app, has.secret) });
    lapse(app);
    expect(await isAsked(owner)).toEqual(['passkey', 'authenticator', 'recovery_code']);
    const proof = await prove({ ...has, soft });
    await confirm(owner, proof);
    await change(owner);
    await failsWith(confirm(owner, proof), proof.passkey ? 'PASSKEY_INVALID' : 'SECOND_FACTOR_INVALID');
    const rows = (await auditRows(app, owner.tenantId)).filter(({ action }) => action === 'confirmSession');
    expect(rows.map(({ actor_id, details }) => [actor_id, JSON.parse(details ?? '')])).toEqual([
      [owner.id, { confirmed_with: used }],
    ]);
  });

  it('with the password alone is refused to people with two-factor authentication', async () => {
    const { owner } = await secured();
    const refused = await failsWith(confirm(owner, { password: owner.password }), 'STATE_CONFLICT');
    expect(refused).toMatchObject({ reason: 'second_factor_needed' });
    await isAsked(owner);
  });

  it('with a code or a passkey is refused to people without two-factor authentication', async () => {
    const owner = await careful();
    lapse(app);
    await failsWith(confirm(owner, { code: '123456' }), 'SECOND_FACTOR_INVALID');
    const other = await app.owner();
    const { soft } = await addPasskey(app, other);
    const passkey = await confirmationProof(app, other, soft);
    await failsWith(confirm(owner, { passkey }), 'PASSKEY_INVALID');
    await isAsked(owner);
  });

  it('is asked for before the input is read', async () => {
    const { owner } = await secured();
    const unreadable = app.call(contract.security.createApiKey, { name: 7 } as never, { token: owner.token });
    await failsWith(unreadable, 'REAUTHENTICATION_REQUIRED');
  });

  it('counts for its own session only', async () => {
    const { owner, secret } = await secured();
    const { second_factor_token = '' } = await failsWith(
      app.call(login, { email: owner.email, password: owner.password }),
      'SECOND_FACTOR_REQUIRED',
    );
    const code = nextCode(app, secret);
    const { access_token } = await app.call(completeLogin, { second_factor_token, code });
    const other = { ...owner, token: access_token };
    await change(other);
    await isAsked(owner);
    lapse(app);
    await confirmWithCode(app, owner, secret);
    await change(owner);
    await isAsked(other);
  });

  it('from the future does not count, after a clock that was ahead', async () => {
    const owner = await careful();
    app.clock.advance(60 * minute);
    const ahead = await app.login(owner);
    await change(ahead);
    app.clock.advance(-20 * minute);
    // An access token from then only refreshes.
    const { access_token } = await app.call(contract.auth.refresh, { refresh_token: ahead.refreshToken });
    const now = { ...ahead, token: access_token };
    await isAsked(now);
    await confirm(now, { password: owner.password });
    await change(now);
  });
});

describe('signing in', () => {
  it('counts as a confirmation, as strong as its method', async () => {
    const owner = await careful();
    lapse(app);
    await isAsked(owner);
    await change(await app.login(owner));
    const { soft } = await addPasskey(app, owner);
    lapse(app);
    const { access_token } = await app.call(contract.auth.loginWithPasskey, await signInProof(app, soft));
    await change({ ...owner, token: access_token });
  });
});

describe('a change of second factors', () => {
  it('makes a confirmation with the password too weak, except in the session that enrolled', async () => {
    const owner = await careful();
    const other = await app.login(owner);
    await change(other);
    await enrol(app, owner);
    expect(await isAsked(other)).toEqual(['authenticator', 'recovery_code']);
    await change(owner);
  });

  it('to a passkey confirms the session, too', async () => {
    const owner = await app.owner();
    const other = await app.login(owner);
    await addPasskey(app, owner);
    await isAsked(other);
    await change(owner);
  });

  it('to none asks for the password again, if the organization asks everyone', async () => {
    const owner = await careful();
    const { secret } = await enrol(app, owner);
    lapse(app);
    const proof = { password: owner.password, code: nextCode(app, secret) };
    await app.call(contract.security.disableSecondFactor, proof, { token: owner.token });
    await change(owner);
    lapse(app);
    expect(await isAsked(owner)).toEqual(['password']);
    await confirm(owner, { password: owner.password });
    await setPolicies(app, owner, { confirm_sensitive_changes: false });
    lapse(app);
    await change(owner);
  });

  it('takes no code shortly after a confirmation, and is one itself', async () => {
    const { owner, secret } = await secured();
    const { password, token } = owner;
    const regenerate = (proof: { code?: string }) =>
      app.call(contract.security.regenerateRecoveryCodes, { password, ...proof }, { token });
    await failsWith(regenerate({}), 'REAUTHENTICATION_REQUIRED');
    await regenerate({ code: nextCode(app, secret) });
    await regenerate({});
    await change(owner);
    lapse(app);
    await failsWith(regenerate({}), 'REAUTHENTICATION_REQUIRED');
    await confirmWithCode(app, owner, secret);
    await regenerate({});
  });
});

describe('an operation with the password', () => {
  it('confirms the session where no second factor is set up', async () => {
    const owner = await careful();
    lapse(app);
    await isAsked(owner);
    await createKey(app, owner);
    await change(owner);
  });

  it('does not confirm anything with the password of someone with two-factor authentication', async () => {
    const { owner, secret } = await secured();
    await failsWith(createKey(app, owner), 'REAUTHENTICATION_REQUIRED');
    await confirmWithCode(app, owner, secret);
    await createKey(app, owner);
  });
});

describe('wrong codes in confirmations', () => {
  it('cause a wait that does not block signing in, and end the session after 20 in a row', async () => {
    const { owner, secret } = await secured();
    for (let failure = 1; failure <= accountLockout.freeFailures + 1; failure += 1) {
      await failsWith(confirm(owner, { code: wrongCode(app, secret) }), 'SECOND_FACTOR_INVALID');
    }
    const locked = await failsWith(confirm(owner, { code: codeAt(secret, app.clock.now()) }), 'ACCOUNT_LOCKED');
    expect(locked.retry_after).toBe(1);
    const { second_factor_token = '' } = await failsWith(
      app.call(login, { email: owner.email, password: owner.password }),
      'SECOND_FACTOR_REQUIRED',
    );
    await app.call(completeLogin, { second_factor_token, code: codeAt(secret, app.clock.now()) });
    const { write } = app.service.context.db;
    for (let failure = accountLockout.freeFailures + 2; failure <= accountLockout.endSessionFailures; failure += 1) {
      await tablesOf(write).updateTable('sign_in_failures').set({ retry_at: 0 }).execute();
      await failsWith(confirm(owner, { code: wrongCode(app, secret) }), 'SECOND_FACTOR_INVALID');
    }
    await failsWith(change(owner), 'SESSION_ENDED');
  });

  it('are refused to an address that has guessed too often', async () => {
    const owner = await app.owner();
    const ip = '198.51.100.7';
    for (let guess = 0; guess < throttles.token_guess.limit; guess += 1) {
      await failsWith(app.call(contract.auth.refresh, { refresh_token: 'guess' }, { ip }), 'REFRESH_TOKEN_INVALID');
    }
    const guess = app.call(confirmSession, { code: '000000' }, { token: owner.token, ip });
    await failsWith(guess, 'RATE_LIMITED');
  });
});
