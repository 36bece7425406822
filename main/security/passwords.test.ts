import { monitorEventLoopDelay } from 'node:perf_hooks';
import bcrypt from 'bcryptjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failsWith } from '#e2e/fixtures/fails-with.ts';
import { AppError } from '#shared/errors.ts';
import { createPasswords, type Passwords } from './passwords.ts';

const cost = 10;
/** Passwords that meet the seed's requirements (seed 000 §2), most of them common. */
const allowedBySeed = [
  ...['Password1', 'Password123', 'Passw0rd', 'P@ssw0rd', 'Test1234', 'Abcd1234', 'Abcdefg1', 'Aa123456', 'Abc12345'],
  ...['Abcdef12', 'Qwerty123', 'Welcome1', 'Secret123', 'Changeme1', 'Sunshine1', 'Password123!', 'SecurePass123'],
];
let passwords: Passwords;
beforeAll(() => {
  passwords = createPasswords(cost);
});
afterAll(() => passwords.close());

describe('hashes', () => {
  it('use bcrypt at the configured cost, with a salt', async () => {
    const [one, two] = await Promise.all([passwords.hash('a password'), passwords.hash('a password')]);
    expect(one).not.toBe(two);
    expect(bcrypt.getRounds(one)).toBe(cost);
    expect(await passwords.verify('a password', one)).toBe(true);
    expect(await passwords.verify('A password', one)).toBe(false);
    expect(await passwords.verify('', one)).toBe(false);
  });

  it('report a lower cost than configured', () => {
    expect(passwords.isOutdated(bcrypt.hashSync('x', 4))).toBe(true);
    expect(passwords.isOutdated(bcrypt.hashSync('x', cost))).toBe(false);
  });

  it('never match without an account, not even the dummy hash', async () => {
    for (const guess of ['', 'x', 'undefined', 'a password'])
      expect(await passwords.verify(guess, undefined)).toBe(false);
  });

  it('never match a removed account, whose hash is empty', async () => {
    for (const guess of ['', 'x']) expect(await passwords.verify(guess, '')).toBe(false);
  });

  it('distinguish passwords that bcrypt alone would treat as equal', async () => {
    for (const full of ['é'.repeat(36), 'é'.repeat(37), '漢'.repeat(25), 'x'.repeat(1_000)]) {
      const long = await passwords.hash(full);
      expect(await passwords.verify(full, long)).toBe(true);
      expect(await passwords.verify(`${full}x`, long)).toBe(false);
      expect(await passwords.verify(full.slice(0, -1), long)).toBe(false);
    }
    expect(await passwords.verify('é'.repeat(36), bcrypt.hashSync('é'.repeat(36), 4))).toBe(true);
    const short = await passwords.hash('doubled');
    expect(await passwords.verify('doubled\0doubled', short)).toBe(false);
    expect(await passwords.verify('doubled\0', short)).toBe(false);
  });
});

describe('new passwords that are rejected', () => {
  const own = ['ada@example.com', 'Ada Lovelace'];
  it.each([
    ['a NUL', 'long enough\0', 'contains_nul'],
    ["the user's own address", 'ADA@example.com', 'own_name_or_email'],
    ["the user's own name", 'ada lovelace', 'own_name_or_email'],
    ['a common password', 'password1', 'common'],
    ['a common one in uppercase', 'QWERTYUIOP', 'common'],
  ])('%s', async (_name, password, reason) => {
    expect((await failsWith(passwords.assertAcceptable(password, own), 'WEAK_PASSWORD')).reason).toBe(reason);
  });

  it.each([...allowedBySeed, 'é'.repeat(37), 'correct horse battery', 'alllowercase then'])(
    'do not include %s',
    async (password) => {
      await expect(passwords.assertAcceptable(password, own)).resolves.toBeUndefined();
    },
  );
});

describe('the policy that refuses common passwords', () => {
  it('names its rule, whatever characters the password has', async () => {
    const strict = createPasswords(4, { refuseCommon: true });
    try {
      for (const password of ['Password1', 'password1']) {
        expect((await failsWith(strict.assertAcceptable(password, []), 'WEAK_PASSWORD')).reason).toBe('common');
      }
      await strict.assertAcceptable('correct horse battery', []);
    } finally {
      await strict.close();
    }
  });
});

describe('under load', () => {
  it('fails with BUSY beyond the queue limit, and serves everyone else', async () => {
    const busy = createPasswords(4);
    const hash = bcrypt.hashSync('right', 4);
    try {
      const outcomes = await Promise.all(
        Array.from({ length: 600 }, () => busy.verify('right', hash).catch((error: unknown) => error)),
      );
      const refused = outcomes.filter((outcome) => outcome !== true);
      expect(refused.length).toBeGreaterThan(0);
      expect(outcomes.length - refused.length).toBeGreaterThanOrEqual(256);
      for (const error of refused) {
        expect(error).toBeInstanceOf(AppError);
        expect((error as AppError).key).toBe('BUSY');
        expect((error as AppError).details.retry_after).toBe(5);
      }
      expect(await busy.verify('right', hash)).toBe(true);
    } finally {
      await busy.close();
    }
  });

  it('never blocks the event loop: its mean delay stays far below the time of one hash', async () => {
    const slow = createPasswords(12);
    const delay = monitorEventLoopDelay({ resolution: 5 });
    try {
      await slow.hash('the first one starts a thread');
      delay.enable();
      await Promise.all(Array.from({ length: 6 }, () => slow.hash('a password')));
      delay.disable();
      expect(delay.count).toBeGreaterThan(20);
      expect(delay.percentile(50) / 1e6).toBeLessThan(50);
    } finally {
      await slow.close();
    }
  });
});
