import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failsWith } from '#e2e/support/fails-with.ts';
import { countOutcomes, times } from '#e2e/support/outcomes.ts';
import { addPasskey } from '#e2e/support/passkey-owner.ts';
import { assertWith, siteOf } from '#e2e/support/passkeys.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { openSessions, storedUser } from '#e2e/support/rows.ts';
import { type Authenticator, codeAt, enrol, nextCode, stepLength, wrongCode } from '#e2e/support/second-factor.ts';
import { createTestService, type Person, type TestService } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import { lifetimesMs, minute, second } from '#shared/rules/limits.ts';

const { login, completeLogin, completeLoginWithPasskey, resetPassword, restoreAccount, forgotPassword } = contract.auth;
const { startPasskeySecondFactor } = contract.auth;

const app = perFile(() => createTestService({ 'rate-limits': 'off' }));
let limited: TestService;
beforeAll(async () => {
  limited = await createTestService();
});
afterAll(async () => {
  await limited.close();
});

/** A user with two-factor authentication. */
const secured = async (service = app): Promise<Person & Authenticator> => {
  const person = await service.owner();
  await service.call(contract.auth.verifyEmail, { token: await service.mailedToken(person.email, 'verification') });
  return { ...person, ...(await enrol(service, person)) };
};
const tokenFor = async ({ email, password }: Person, service = app): Promise<string> =>
  (await failsWith(service.call(login, { email, password }), 'SECOND_FACTOR_REQUIRED')).second_factor_token ?? '';
const complete = (second_factor_token: string, code: string, service = app) =>
  service.call(completeLogin, { second_factor_token, code });

describe('login of an account with two-factor authentication', () => {
  it('answers the correct password with a token for the code, and starts no session', async () => {
    const person = await secured();
    const before = await openSessions(app, person.id);
    const { email, password } = person;
    await failsWith(app.call(login, { email, password: 'wrong' }), 'INVALID_CREDENTIALS');
    const details = await failsWith(app.call(login, { email, password }), 'SECOND_FACTOR_REQUIRED');
    expect(Object.keys(details)).toEqual(['second_factor_token', 'second_factor_methods']);
    expect(await openSessions(app, person.id)).toEqual(before);
  });

  it('is completed by a code, with the same answer as a login', async () => {
    const person = await secured();
    const answer = await complete(await tokenFor(person), nextCode(app, person.secret));
    expect(answer.user).toEqual({
      id: person.id,
      email: person.email,
      name: person.name,
      tenant_id: person.tenantId,
      role: 'owner',
    });
    expect(answer.expires_in).toBe(3600);
    const me = await app.call(contract.profile.getMe, {}, { token: answer.access_token });
    expect(me.user_id).toBe(person.id);
    expect((await storedUser(app, person.id)).last_login_at).toBe(app.clock.now());
  });

  it('accepts the code with spaces and other variations', async () => {
    const person = await secured();
    const code = nextCode(app, person.secret);
    await complete(await tokenFor(person), ` ${code.slice(0, 3)} ${code.slice(3)} `);
    const [recovery = ''] = person.recoveryCodes;
    await complete(await tokenFor(person), recovery.replaceAll('-', ' ').toUpperCase());
  });
});

describe('the two-factor code', () => {
  it('is accepted one step early and one step late, but no further', async () => {
    const person = await secured();
    const start = app.clock.now();
    app.clock.set(Math.floor(start / stepLength) * stepLength + 10 * stepLength);
    const token = await tokenFor(person);
    const at = (steps: number) => codeAt(person.secret, app.clock.now() + steps * stepLength);
    await failsWith(complete(token, at(-2)), 'SECOND_FACTOR_INVALID');
    await failsWith(complete(token, at(2)), 'SECOND_FACTOR_INVALID');
    await complete(token, at(-1));
    await complete(await tokenFor(person), at(0));
    await complete(await tokenFor(person), at(1));
    // Time moves within the step: its code was used ahead of time.
    app.clock.advance(stepLength);
    await failsWith(complete(await tokenFor(person), at(0)), 'SECOND_FACTOR_INVALID');
  });

  it('is accepted only once, and neither is an older one, nor the one of the enrollment', async () => {
    const person = await secured();
    const enrolled = codeAt(person.secret, app.clock.now());
    await failsWith(complete(await tokenFor(person), enrolled), 'SECOND_FACTOR_INVALID');
    const code = nextCode(app, person.secret);
    await complete(await tokenFor(person), code);
    const token = await tokenFor(person);
    for (const spent of [code, enrolled]) await failsWith(complete(token, spent), 'SECOND_FACTOR_INVALID');
    await complete(token, nextCode(app, person.secret));
  });

  it('starts one session if used 50 times at once', async () => {
    const person = await secured();
    const token = await tokenFor(person);
    const before = (await openSessions(app, person.id)).length;
    const code = nextCode(app, person.secret);
    const {
      ok,
      SECOND_FACTOR_INVALID = 0,
      LINK_INVALID = 0,
      ...others
    } = await countOutcomes(times(50, () => complete(token, code)));
    expect([ok, SECOND_FACTOR_INVALID + LINK_INVALID, others]).toEqual([1, 49, {}]);
    expect(await openSessions(app, person.id)).toHaveLength(before + 1);
  });

  it('can be a recovery code, which works once, also 50 times at once', async () => {
    const person = await secured();
    const token = await tokenFor(person);
    const [code = '', other = ''] = person.recoveryCodes;
    const { ok } = await countOutcomes(times(50, () => complete(token, code)));
    expect(ok).toBe(1);
    const next = await tokenFor(person);
    await failsWith(complete(next, code), 'SECOND_FACTOR_INVALID');
    await complete(next, other);
  });

  it('of another user is rejected', async () => {
    const [one, two] = [await secured(), await secured()];
    const token = await tokenFor(one);
    await failsWith(complete(token, nextCode(app, two.secret)), 'SECOND_FACTOR_INVALID');
    await failsWith(complete(token, two.recoveryCodes[0] ?? ''), 'SECOND_FACTOR_INVALID');
  });
});

describe('the two-factor token', () => {
  it('is valid for five minutes, survives a wrong code, and works once', async () => {
    const person = await secured();
    const token = await tokenFor(person);
    app.clock.advance(lifetimesMs.secondFactorToken - 1 * second);
    await failsWith(complete(token, wrongCode(app, person.secret)), 'SECOND_FACTOR_INVALID');
    await complete(token, codeAt(person.secret, app.clock.now()));
    await failsWith(complete(token, nextCode(app, person.secret)), 'LINK_INVALID');
    const late = await tokenFor(person);
    app.clock.advance(lifetimesMs.secondFactorToken);
    await failsWith(complete(late, nextCode(app, person.secret)), 'LINK_EXPIRED');
  });

  it('is voided by a newer one', async () => {
    const person = await secured();
    const first = await tokenFor(person);
    const second_ = await tokenFor(person);
    await failsWith(complete(first, nextCode(app, person.secret)), 'LINK_INVALID');
    await complete(second_, nextCode(app, person.secret));
  });
});

describe('two-factor authentication cannot be bypassed', () => {
  it('by resetting the password: it is changed and the sessions end, but the code is required', async () => {
    const person = await secured();
    await app.call(forgotPassword, { email: person.email });
    const input = { token: await app.mailedToken(person.email, 'password_reset'), new_password: 'tall orange tower' };
    const details = await failsWith(app.call(resetPassword, input), 'SECOND_FACTOR_REQUIRED');
    expect(await openSessions(app, person.id)).toEqual([]);
    await failsWith(app.call(resetPassword, input), 'LINK_INVALID');
    const { email, password } = person;
    await failsWith(app.call(login, { email, password }), 'INVALID_CREDENTIALS');
    await tokenFor({ ...person, password: input.new_password });
    await failsWith(complete(details.second_factor_token ?? '', nextCode(app, person.secret)), 'LINK_INVALID');
    const fresh = await tokenFor({ ...person, password: input.new_password });
    await complete(fresh, codeAt(person.secret, app.clock.now()));
  });

  it('by a reset after its own two-factor token was used', async () => {
    const person = await secured();
    await app.call(forgotPassword, { email: person.email });
    const input = { token: await app.mailedToken(person.email, 'password_reset'), new_password: 'tall orange tower' };
    const details = await failsWith(app.call(resetPassword, input), 'SECOND_FACTOR_REQUIRED');
    const answer = await complete(details.second_factor_token ?? '', nextCode(app, person.secret));
    expect(answer.user.id).toBe(person.id);
  });

  const leave = async ({ email, password, token }: Person): Promise<string> => {
    await app.call(contract.profile.deleteMe, { confirmation: 'DELETE', password }, { token });
    const pending = await failsWith(app.call(login, { email, password }), 'ACCOUNT_PENDING_DELETION');
    const restore = app.call(restoreAccount, { restore_token: pending.restore_token ?? '' });
    return (await failsWith(restore, 'SECOND_FACTOR_REQUIRED')).second_factor_token ?? '';
  };

  it('by restoring the account, which stays as it is until then', async () => {
    const person = await secured();
    const token = await leave(person);
    await failsWith(complete(token, wrongCode(app, person.secret)), 'SECOND_FACTOR_INVALID');
    expect(await openSessions(app, person.id)).toEqual([]);
    expect((await storedUser(app, person.id)).status).toBe('pending_deletion');
    expect((await complete(token, nextCode(app, person.secret))).user.id).toBe(person.id);
    expect(await storedUser(app, person.id)).toMatchObject({ status: 'active', delete_at: null });
  });

  it('by restoring the account with a passkey', async () => {
    const person = await app.owner();
    const { soft } = await addPasskey(app, person);
    const second_factor_token = await leave(person);
    const { origin } = siteOf(app.service.context);
    const started = await app.call(startPasskeySecondFactor, { second_factor_token, origin });
    expect((await storedUser(app, person.id)).status).toBe('pending_deletion');
    const proof = { challenge_token: started.challenge_token, credential: assertWith(soft, started, origin) };
    await app.call(completeLoginWithPasskey, { second_factor_token, ...proof });
    expect((await storedUser(app, person.id)).status).toBe('active');
  });

  it('by restoring the account, but not once its grace period is over', async () => {
    const person = await secured();
    await leave(person);
    app.clock.advance(lifetimesMs.deletionGrace - minute);
    const { email, password } = person;
    const pending = await failsWith(app.call(login, { email, password }), 'ACCOUNT_PENDING_DELETION');
    const restore = app.call(restoreAccount, { restore_token: pending.restore_token ?? '' });
    const { second_factor_token = '' } = await failsWith(restore, 'SECOND_FACTOR_REQUIRED');
    app.clock.advance(minute);
    await failsWith(complete(second_factor_token, nextCode(app, person.secret)), 'LINK_INVALID');
  });
});

describe('guessing two-factor codes', () => {
  it('locks the account from the sixth failure on; only a correct code, not the password, resets the count', async () => {
    const person = await secured(limited);
    const guess = async () => complete(await tokenFor(person, limited), wrongCode(limited, person.secret), limited);
    for (let failure = 0; failure < 6; failure += 1) await failsWith(guess(), 'SECOND_FACTOR_INVALID');
    await limited.restart();
    const right = async () =>
      complete(await tokenFor(person, limited), codeAt(person.secret, limited.clock.now()), limited);
    limited.clock.set(Math.ceil(limited.clock.now() / stepLength) * stepLength + stepLength);
    // The one-second lock has expired. The next guess is allowed, and later ones wait for two seconds.
    await failsWith(guess(), 'SECOND_FACTOR_INVALID');
    expect((await failsWith(right(), 'ACCOUNT_LOCKED')).retry_after).toBe(2);
    limited.clock.advance(2 * second);
    await right();
    await failsWith(guess(), 'SECOND_FACTOR_INVALID');
    limited.clock.advance(stepLength);
    await right();
  });

  it('checks six of 500 concurrent codes', async () => {
    const person = await secured(limited);
    const token = await tokenFor(person, limited);
    const wrong = wrongCode(limited, person.secret);
    const outcomes = await countOutcomes(times(500, () => complete(token, wrong, limited)));
    expect(outcomes).toEqual({ SECOND_FACTOR_INVALID: 6, ACCOUNT_LOCKED: 494 });
  });

  it("counts for the profile's operations too", async () => {
    const person = await secured(limited);
    const { password, token } = person;
    const disable = (code: string) =>
      limited.call(contract.security.disableSecondFactor, { password, code }, { token });
    const wrong = wrongCode(limited, person.secret);
    for (let failure = 0; failure < 6; failure += 1) await failsWith(disable(wrong), 'SECOND_FACTOR_INVALID');
    const locked = disable(codeAt(person.secret, limited.clock.now() + stepLength));
    await failsWith(locked, 'ACCOUNT_LOCKED');
    limited.clock.advance(1 * minute);
    await disable(codeAt(person.secret, limited.clock.now()));
  });

  it('is limited per IP address across all accounts', async () => {
    const person = await secured(limited);
    limited.clock.advance(15 * minute);
    const token = await tokenFor({ ...person, token: '' }, limited);
    const ip = '198.51.100.7';
    const guess = () => limited.call(completeLogin, { second_factor_token: `${token}x`, code: '123456' }, { ip });
    for (let failure = 0; failure < 100; failure += 1) await failsWith(guess(), 'LINK_INVALID');
    await failsWith(guess(), 'RATE_LIMITED');
    const wrong = { password: person.password, code: wrongCode(limited, person.secret) };
    for (const operation of [contract.security.disableSecondFactor, contract.security.regenerateRecoveryCodes]) {
      await failsWith(limited.call(operation, wrong, { token: person.token, ip }), 'RATE_LIMITED');
    }
    await complete(token, codeAt(person.secret, limited.clock.now()), limited);
  });
});
