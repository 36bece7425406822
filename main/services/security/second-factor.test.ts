import { describe, expect, it } from 'vitest';
import { failsWith } from '#e2e/support/fails-with.ts';
import { countOutcomes, times } from '#e2e/support/outcomes.ts';
import { closedAfterwards, perFile } from '#e2e/support/prepared.ts';
import { openSessions } from '#e2e/support/rows.ts';
import {
  codeAt,
  enrol,
  nextCode,
  seededSecret,
  seedSecondFactor,
  stepLength,
  wrongCode,
} from '#e2e/support/second-factor.ts';
import { createTestService, type Person } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import { tablesOf } from '../../storage/database/tables.ts';

const {
  startSecondFactor,
  confirmSecondFactor,
  disableSecondFactor,
  regenerateRecoveryCodes,
  getSecondFactor,
  getMemberSecondFactor,
  resetMemberSecondFactor,
} = contract.security;
const { login, completeLogin } = contract.auth;

const app = perFile(() => createTestService({ 'rate-limits': 'off' }));

const storedFactor = (userId: string) =>
  tablesOf(app.service.context.db.read)
    .selectFrom('second_factors')
    .selectAll()
    .where('user_id', '=', userId)
    .executeTakeFirst();
const storedCodes = async (userId: string): Promise<string[]> => {
  const { db } = app.service.context;
  const rows = await tablesOf(db.read).selectFrom('recovery_codes').selectAll().where('user_id', '=', userId).execute();
  return rows.map(({ code_hash }) => code_hash);
};
const start = ({ password, token }: Person) => app.call(startSecondFactor, { password }, { token });
const state = ({ token }: Person) => app.call(getSecondFactor, {}, { token });
const tokenFor = async ({ email, password }: Person): Promise<string> =>
  (await failsWith(app.call(login, { email, password }), 'SECOND_FACTOR_REQUIRED')).second_factor_token ?? '';

describe('an address that no one has verified', () => {
  it('gets no second factor where a mail server is set, but does once it is verified', async () => {
    const mailing = await closedAfterwards(createTestService({ 'smtp-url': 'smtp://127.0.0.1:1' }));
    const { read } = mailing.service.context.db;
    const person = await mailing.owner(undefined, { verified: false });
    const begin = () => mailing.call(startSecondFactor, { password: person.password }, { token: person.token });
    expect(await failsWith(begin(), 'STATE_CONFLICT')).toMatchObject({ reason: 'email_unverified' });
    await seedSecondFactor(mailing.service.context, mailing.service.context.db.write, person.id, 'pending');
    const code = codeAt(seededSecret, mailing.clock.now());
    await failsWith(mailing.call(confirmSecondFactor, { code }, { token: person.token }), 'STATE_CONFLICT');
    expect(await tablesOf(read).selectFrom('second_factors').select('confirmed_at').execute()).toEqual([
      { confirmed_at: null },
    ]);
    await tablesOf(mailing.service.context.db.write).updateTable('users').set({ email_verified: 1 }).execute();
    await begin();
  });
});

describe('two-factor enrollment', () => {
  it('requires the password, returns a 160-bit secret with its URI, and is inactive until its first code', async () => {
    const person = await app.owner();
    const wrong = app.call(startSecondFactor, { password: 'wrong' }, { token: person.token });
    await failsWith(wrong, 'CURRENT_PASSWORD_INVALID');
    expect(await storedFactor(person.id)).toBeUndefined();
    const { secret, otpauth_uri } = await start(person);
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    const uri = new URL(otpauth_uri);
    expect([uri.protocol, uri.host, decodeURIComponent(uri.pathname)]).toEqual([
      'otpauth:',
      'totp',
      `/Castellan:${person.email}`,
    ]);
    expect(Object.fromEntries(uri.searchParams)).toEqual({
      issuer: 'Castellan',
      secret,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
    expect(await state(person)).toEqual({
      enabled: false,
      enabled_at: null,
      authenticator: false,
      passkeys: 0,
      recovery_codes_left: 0,
      required_from: null,
    });
    await app.login(person);
  });

  it('is confirmed only by a correct code, and returns ten recovery codes', async () => {
    const person = await app.owner();
    const confirm = (code: string) => app.call(confirmSecondFactor, { code }, { token: person.token });
    await failsWith(confirm('123456'), 'STATE_CONFLICT');
    const { secret } = await start(person);
    await failsWith(confirm(wrongCode(app, secret)), 'SECOND_FACTOR_INVALID');
    expect((await storedFactor(person.id))?.confirmed_at).toBeNull();
    const { recovery_codes } = await confirm(codeAt(secret, app.clock.now()));
    expect(new Set(recovery_codes).size).toBe(10);
    for (const code of recovery_codes) expect(code).toMatch(/^[a-z2-7]{4}(-[a-z2-7]{4}){3}$/);
    const enabled_at = new Date(app.clock.now()).toISOString();
    expect(await state(person)).toEqual({
      enabled: true,
      enabled_at,
      authenticator: true,
      passkeys: 0,
      recovery_codes_left: 10,
      required_from: null,
    });
    await failsWith(confirm(nextCode(app, secret)), 'STATE_CONFLICT');
    await failsWith(start(person), 'STATE_CONFLICT');
  });

  it('replaces the secret if started again', async () => {
    const person = await app.owner();
    const first = await start(person);
    const second = await start(person);
    const confirm = (secret: string) =>
      app.call(confirmSecondFactor, { code: codeAt(secret, app.clock.now()) }, { token: person.token });
    await failsWith(confirm(first.secret), 'SECOND_FACTOR_INVALID');
    await confirm(second.secret);
  });

  it('is confirmed once by 50 concurrent calls, with one set of codes', async () => {
    const person = await app.owner();
    const { secret } = await start(person);
    const code = codeAt(secret, app.clock.now());
    const confirm = () => app.call(confirmSecondFactor, { code }, { token: person.token });
    expect(await countOutcomes(times(50, confirm))).toEqual({ ok: 1, STATE_CONFLICT: 49 });
    expect(await storedCodes(person.id)).toHaveLength(10);
  });

  it('stores the secret encrypted with a key of its own, and the codes as hashes', async () => {
    const person = await app.owner();
    const { secret, recoveryCodes } = await enrol(app, person);
    const { secretBox } = app.service.context;
    const factor = await storedFactor(person.id);
    if (!factor) throw new Error('There is no second factor');
    expect(secretBox.open('second_factors.sealed_secret', factor)).toBe(secret);
    expect(() => secretBox.openToken('passkey-challenge', factor.sealed_secret)).toThrow();
    const stored = JSON.stringify([factor, await storedCodes(person.id)]);
    for (const secretText of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replaceAll('-', ''))]) {
      expect(stored).not.toContain(secretText);
    }
  });
});

describe('disabling two-factor authentication', () => {
  it('requires the password and a code; afterwards signing in needs no code', async () => {
    const person = await app.owner();
    const { secret } = await enrol(app, person);
    const disable = (password: string, code: string) =>
      app.call(disableSecondFactor, { password, code }, { token: person.token });
    await failsWith(disable('wrong', nextCode(app, secret)), 'CURRENT_PASSWORD_INVALID');
    await failsWith(disable(person.password, wrongCode(app, secret)), 'SECOND_FACTOR_INVALID');
    expect((await state(person)).enabled).toBe(true);
    await disable(person.password, codeAt(secret, app.clock.now()));
    expect([await storedFactor(person.id), await storedCodes(person.id)]).toEqual([undefined, []]);
    await app.login(person);
    await failsWith(disable(person.password, '123456'), 'STATE_CONFLICT');
  });
});

describe('new recovery codes', () => {
  it('void the old ones', async () => {
    const person = await app.owner();
    const { secret, recoveryCodes } = await enrol(app, person);
    const input = { password: person.password, code: nextCode(app, secret) };
    const { recovery_codes } = await app.call(regenerateRecoveryCodes, input, { token: person.token });
    expect(recovery_codes.filter((code) => recoveryCodes.includes(code))).toEqual([]);
    const second_factor_token = await tokenFor(person);
    const complete = (code: string) => app.call(completeLogin, { second_factor_token, code });
    await failsWith(complete(recoveryCodes[0] ?? ''), 'SECOND_FACTOR_INVALID');
    await complete(recovery_codes[0] ?? '');
    expect((await state(person)).recovery_codes_left).toBe(9);
  });

  it('are created once for 50 concurrent calls with one code', async () => {
    const person = await app.owner();
    const { secret } = await enrol(app, person);
    const input = { password: person.password, code: nextCode(app, secret) };
    const make = () => app.call(regenerateRecoveryCodes, input, { token: person.token });
    // Of one user, at most two password checks wait; the others are told to try again.
    const { ok, SECOND_FACTOR_INVALID = 0, BUSY = 0 } = await countOutcomes(times(50, make));
    expect({ ok, refused: SECOND_FACTOR_INVALID + BUSY }).toEqual({ ok: 1, refused: 49 });
    expect(await storedCodes(person.id)).toHaveLength(10);
  }, 60_000);

  it('require the password and two-factor authentication', async () => {
    const person = await app.owner();
    const make = (password: string) =>
      app.call(regenerateRecoveryCodes, { password, code: '123456' }, { token: person.token });
    await failsWith(make('wrong'), 'CURRENT_PASSWORD_INVALID');
    await failsWith(make(person.password), 'STATE_CONFLICT');
  });
});

describe('two-factor reset by an owner', () => {
  const at = (person: Person) => ({ tenant_id: person.tenantId, user_id: person.id });

  it('removes the second factor, ends the sessions, and voids a sign-in in progress', async () => {
    const owner = await app.owner();
    const member = await app.join(owner);
    const read = () => app.call(getMemberSecondFactor, at(member), { token: owner.token });
    const reset = () => app.call(resetMemberSecondFactor, at(member), { token: owner.token });
    expect(await read()).toEqual({ enabled: false });
    await failsWith(reset(), 'STATE_CONFLICT');
    const { secret } = await enrol(app, member);
    expect(await read()).toEqual({ enabled: true });
    const second_factor_token = await tokenFor(member);
    await reset();
    expect([await storedFactor(member.id), await storedCodes(member.id)]).toEqual([undefined, []]);
    const details = await failsWith(state(member), 'SESSION_ENDED');
    expect(details.reason).toBe('second_factor_reset');
    expect(await openSessions(app, member.id)).toEqual([]);
    const late = app.call(completeLogin, { second_factor_token, code: nextCode(app, secret) });
    await failsWith(late, 'LINK_INVALID');
    await app.login(member);
  });

  it('is refused to admins, for oneself, and to an owner who has just become an admin', async () => {
    const owner = await app.owner();
    const [admin, coOwner, member] = [
      await app.join(owner, 'admin'),
      await app.join(owner, 'owner'),
      await app.join(owner),
    ];
    for (const person of [owner, member]) await enrol(app, person);
    const reset = (by: Person, of: Person) => app.call(resetMemberSecondFactor, at(of), { token: by.token });
    await failsWith(reset(admin, member), 'FORBIDDEN');
    await failsWith(reset(owner, owner), 'STATE_CONFLICT');
    await app.call(contract.team.changeRole, { ...at(coOwner), role: 'admin' }, { token: owner.token });
    await failsWith(reset(coOwner, member), 'FORBIDDEN');
    expect((await storedFactor(member.id))?.confirmed_at).not.toBeNull();
    expect((await storedFactor(owner.id))?.confirmed_at).not.toBeNull();
  });

  it('is refused for an unconfirmed enrollment, which stays with the member', async () => {
    const owner = await app.owner();
    const member = await app.join(owner);
    const { secret } = await start(member);
    await failsWith(app.call(resetMemberSecondFactor, at(member), { token: owner.token }), 'STATE_CONFLICT');
    const code = codeAt(secret, app.clock.now() + stepLength);
    await app.call(confirmSecondFactor, { code }, { token: member.token });
  });
});
