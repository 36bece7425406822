import { beforeEach, describe, expect, it, vi } from 'vitest';
import { failsWith } from '#e2e/support/fails-with.ts';
import { perFile, perTest } from '#e2e/support/prepared.ts';
import { enrol, nextCode } from '#e2e/support/second-factor.ts';
import { createTestService, type Person } from '#e2e/support/test-service.ts';
import { wholeDatabase } from '#main/storage/database/database.ts';
import { tablesOf } from '#main/storage/database/tables.ts';
import { contract, operations } from '#shared/contract/index.ts';
import { signsIn } from '#shared/contract/operation.ts';
import { accountLockout, lifetimesMs, minute, second } from '#shared/rules/limits.ts';

const { login, completeLogin, forgotPassword, resetPassword } = contract.auth;

const app = perFile(() => createTestService());
const owner = perTest(() => app.owner());
let device: string;
beforeEach(async () => {
  device = await deviceOf(owner);
});

/** Signs in, and returns the token that the device is given. */
const deviceOf = async ({ email, password }: Person, known?: string): Promise<string> => {
  let given: string | undefined;
  await app.call(login, { email, password }, { device: known, onDevice: (token) => (given = token) });
  if (given === undefined) throw new Error('The device was given no token');
  return given;
};
let address = 0;
/** From a network of its own, so that no limit per address applies. */
const elsewhere = () => {
  address += 1;
  return { ip: `10.${address % 250}.0.1` };
};

const guess = (options: { device?: string; ip?: string } = {}) =>
  failsWith(app.call(login, { email: owner.email, password: 'wrong' }, options), 'INVALID_CREDENTIALS');
/** Guesses as often as the waits allow, like someone who wants to keep the account locked. */
const guessOften = async (times: number, options: { device?: string } = {}) => {
  for (let attempt = 0; attempt < times; attempt += 1) {
    await guess({ ...options, ...elsewhere() });
    if (attempt < times - 1) app.clock.advance(attempt < accountLockout.freeFailures ? 0 : 2 ** (attempt - 5) * second);
  }
};
const signIn = (options: { device?: string | undefined } = {}) =>
  app.call(login, { email: owner.email, password: owner.password }, { ...options, ...elsewhere() });

describe('a known device', () => {
  it('does not wait for wrong guesses elsewhere, while unknown ones do', async () => {
    await guessOften(11);
    expect((await failsWith(signIn(), 'ACCOUNT_LOCKED')).retry_after).toBe(32);
    await signIn({ device });
    // The success of one lane is none of the other.
    await failsWith(signIn(), 'ACCOUNT_LOCKED');
  });

  it('has waits of its own, which make no one else wait', async () => {
    for (let attempt = 0; attempt < 6; attempt += 1) await guess({ device });
    expect((await failsWith(signIn({ device }), 'ACCOUNT_LOCKED')).retry_after).toBe(1);
    await signIn();
    const other = await deviceOf(owner);
    await signIn({ device: other });
    app.clock.advance(1 * second);
    await signIn({ device });
    for (let attempt = 0; attempt < 5; attempt += 1) await guess({ device });
    await signIn({ device });
  });

  it('counts like any other once it has guessed too often, until it gets it right', async () => {
    await guessOften(accountLockout.deviceFailures, { device });
    app.clock.advance(15 * minute);
    for (let attempt = 0; attempt < 6; attempt += 1) await guess({ device, ...elsewhere() });
    await failsWith(signIn(), 'ACCOUNT_LOCKED');
    await failsWith(signIn({ device }), 'ACCOUNT_LOCKED');
    app.clock.advance(1 * second);
    await signIn({ device });
    await guessOften(11);
    await signIn({ device });
  });

  it('checks no more of a burst of guesses than any other', async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 60 }, (_, n) => app.call(login, { email: owner.email, password: `wrong ${n}` }, { device })),
    );
    const keys = outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason.key);
    expect(keys.filter((key) => key === 'INVALID_CREDENTIALS').length).toBeLessThanOrEqual(6);
  });

  it('has no more guesses than a few devices, however many tokens were collected', async () => {
    const tokens = [];
    for (let number = 0; number <= accountLockout.devicesFailures; number += 1) tokens.push(await deviceOf(owner));
    const [first, last, ...others] = tokens;
    for (const token of others) await guess({ device: token, ...elsewhere() });
    // Both are admitted as known devices before either one is counted.
    const database = app.service.context.db[wholeDatabase];
    const transaction = database.transaction.bind(database);
    const admitted = Promise.withResolvers<void>();
    let count = 0;
    const held = vi.spyOn(database, 'transaction').mockImplementation(async (scope, work) => {
      count += 1;
      if (count === 2) admitted.resolve();
      await admitted.promise;
      return transaction(scope, work);
    });
    const outcomes = await Promise.allSettled(
      [first, last].map((token) =>
        app.call(login, { email: owner.email, password: 'wrong' }, { device: token, ...elsewhere() }),
      ),
    );
    held.mockRestore();
    const keys = outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason.key);
    expect(keys.toSorted()).toEqual(['ACCOUNT_LOCKED', 'INVALID_CREDENTIALS']);
    // From now on, they count like any other, until one gets it right.
    for (const token of others.slice(0, 6)) await guess({ device: token, ...elsewhere() });
    await failsWith(signIn({ device }), 'ACCOUNT_LOCKED');
    await failsWith(signIn(), 'ACCOUNT_LOCKED');
    app.clock.advance(1 * second);
    await signIn({ device });
    await guessOften(11);
    await signIn({ device: first });
  });

  it('stays the same one when it signs in again', async () => {
    for (let attempt = 0; attempt < 4; attempt += 1) await guess({ device });
    const again = await deviceOf(owner, device);
    for (let attempt = 0; attempt < 6; attempt += 1) await guess({ device });
    await failsWith(signIn({ device: again }), 'ACCOUNT_LOCKED');
  });

  it('takes its share of the hashing threads from its organization', async () => {
    const verify = vi.spyOn(app.service.context.passwords, 'verify');
    await signIn({ device });
    await signIn();
    expect(verify.mock.calls.map(([, , share]) => [share.lane, share.path[0]])).toEqual([
      ['confirm', owner.tenantId],
      ['sign-in', expect.stringMatching(/^10\./)],
    ]);
    verify.mockRestore();
  });

  it('still needs the password and the code, and has its own count of wrong codes', async () => {
    const { secret } = await enrol(app, owner);
    const firstStep = (options: { device?: string } = {}) => failsWith(signIn(options), 'SECOND_FACTOR_REQUIRED');
    const tryCode = async (options: { device?: string } = {}) => {
      const { second_factor_token = '' } = await firstStep(options);
      return app.call(completeLogin, { second_factor_token, code: '000000' }, options);
    };
    for (let attempt = 0; attempt < 6; attempt += 1) await failsWith(tryCode(), 'SECOND_FACTOR_INVALID');
    await failsWith(tryCode(), 'ACCOUNT_LOCKED');
    await failsWith(tryCode({ device }), 'SECOND_FACTOR_INVALID');
    const { second_factor_token = '' } = await firstStep({ device });
    await app.call(completeLogin, { second_factor_token, code: nextCode(app, secret) }, { device });
  });
});

it('is told neither to the audit log nor to readers of emails, whatever was sent as one', async () => {
  const text = 'Call us now';
  await signIn({ device });
  for (let attempt = 0; attempt < 6; attempt += 1) await guess({ device: text });
  const { read } = app.service.context.db;
  const events = await tablesOf(read).selectFrom('audit_events').selectAll().execute();
  const mails = await tablesOf(read).selectFrom('mails').selectAll().where('kind', '=', 'account_locked').execute();
  expect(mails.length).toBeGreaterThan(0);
  for (const stored of [device, text]) expect(JSON.stringify([events, mails])).not.toContain(stored);
});

describe('a token that is not of a known device', () => {
  /** Each leaves `device` as something that should count as no token at all. */
  const worthless: Record<string, () => Promise<string>> = {
    'is no token': async () => 'x',
    'is forged': async () => `${device.slice(0, -5)}AAAAA`,
    'is of another account': async () => deviceOf(await app.owner()),
    'is too old': async () => {
      app.clock.advance(lifetimesMs.knownDevice);
      return device;
    },
    'is from before the password was reset': async () => {
      app.clock.advance(1);
      await app.call(forgotPassword, { email: owner.email });
      const token = await app.mailedToken(owner.email, 'password_reset');
      await app.call(resetPassword, { token, new_password: owner.password });
      return device;
    },
  };

  it.each(Object.keys(worthless))('counts as none: it %s', async (name) => {
    const token = (await worthless[name]?.()) ?? '';
    for (let attempt = 0; attempt < 3; attempt += 1) await guess({ device: token });
    for (let attempt = 0; attempt < 3; attempt += 1) await guess();
    const refusals = [
      await failsWith(signIn({ device: token }), 'ACCOUNT_LOCKED'),
      await failsWith(signIn(), 'ACCOUNT_LOCKED'),
    ];
    expect(refusals[1]).toEqual(refusals[0]);
  });

  it('counts as none: it is from before its account was removed and joined again', async () => {
    const member = await app.join(owner);
    const token = await deviceOf(member);
    const { tenantId } = owner;
    const session = await app.login(owner);
    await app.call(contract.team.removeMember, { tenant_id: tenantId, user_id: member.id }, { token: session.token });
    app.clock.advance(1);
    const back = await app.join(session, 'member', member.email);
    expect(back.id).not.toBe(member.id);
    for (let attempt = 0; attempt < 6; attempt += 1) {
      await failsWith(
        app.call(login, { email: member.email, password: 'wrong' }, { device: token }),
        'INVALID_CREDENTIALS',
      );
    }
    await failsWith(app.call(login, { email: member.email, password: member.password }), 'ACCOUNT_LOCKED');
  });

  it('costs the same reads and writes as none', async () => {
    const { db } = app.service.context;
    const foreign = await deviceOf(await app.owner());
    const work = [];
    for (const sent of [undefined, 'x', `${device.slice(0, -5)}AAAAA`, foreign]) {
      const scoped = vi.spyOn(db, 'scopedTo');
      const transaction = vi.spyOn(db, 'transaction');
      await guess(sent === undefined ? {} : { device: sent });
      work.push([scoped.mock.calls.length, transaction.mock.calls.length]);
      vi.restoreAllMocks();
    }
    expect(new Set(work.map(String)).size).toBe(1);
  });
});

it('every operation that starts a session makes the device a known one', () => {
  const names = operations.filter(({ operation }) => signsIn(operation)).map(({ operation }) => operation.id);
  expect(names.toSorted()).toEqual([
    'acceptInvitation',
    'completeLogin',
    'completeLoginWithPasskey',
    'createSampleTenant',
    'enterSampleTenant',
    'login',
    'loginWithLink',
    'loginWithPasskey',
    'resetPassword',
    'restoreAccount',
  ]);
});
