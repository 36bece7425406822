import { availableParallelism } from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import bcrypt from 'bcryptjs';
import { Piscina } from 'piscina';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { failsWith } from '#e2e/support/fails-with.ts';
import { cheapHashes } from '#e2e/support/published-hashes.ts';
import { importedHashes, passwordQueue } from '#shared/rules/limits.ts';
import { AppError } from '#shared/texts/errors.ts';
import { readImportedHash, storedHash } from './imported-hashes.ts';
import type { PasswordTask } from './password-worker.ts';
import { createPasswords, dummyHash, type PasswordShare, type Passwords } from './passwords.ts';

/** One more than the lowest. What is tested here is the same at any cost. */
const cost = 5;
/** A name, and a password in two spellings that look alike. */
const spellings: [string, string, string][] = [
  ['an umlaut', 'Sch\u00f6nbrunn1', 'Scho\u0308nbrunn1'],
  ['two marks on one letter', 'Vi\u1ec7tnam2026', 'Vie\u0323\u0302tnam2026'],
  [
    'Korean',
    '\ud55c\uae00\ube44\ubc00\ubc88\ud638\uc785\ub2c8\ub2e4',
    '\ud55c\uae00\ube44\ubc00\ubc88\ud638\uc785\ub2c8\ub2e4'.normalize('NFD'),
  ],
];
/** Passwords that meet the seed's requirements (seed 000 §2), most of them common. */
const allowedBySeed = [
  ...['Password1', 'Password123', 'Passw0rd', 'P@ssw0rd', 'Test1234', 'Abcd1234', 'Abcdefg1', 'Aa123456', 'Abc12345'],
  ...['Abcdef12', 'Qwerty123', 'Welcome1', 'Secret123', 'Changeme1', 'Sunshine1', 'Password123!', 'SecurePass123'],
];
const share: PasswordShare = { lane: 'sign-in', path: ['192.0.2.1'] };
let passwords: Passwords;
beforeAll(() => {
  passwords = createPasswords(cost);
});
afterAll(() => passwords.close());

describe('hashes', () => {
  it('use bcrypt at the configured cost, with a salt', async () => {
    const [one, two] = await Promise.all([passwords.hash('a password', share), passwords.hash('a password', share)]);
    expect(one).not.toBe(two);
    expect(bcrypt.getRounds(one)).toBe(cost);
    expect(await passwords.verify('a password', one, share)).toBe(true);
    expect(await passwords.verify('A password', one, share)).toBe(false);
    expect(await passwords.verify('', one, share)).toBe(false);
  });

  it('report a lower cost than configured', () => {
    expect(passwords.isOutdated(bcrypt.hashSync('x', 4), 'x')).toBe(true);
    expect(passwords.isOutdated(bcrypt.hashSync('x', cost), 'x')).toBe(false);
  });

  it.each(spellings)('are the same for %j, however its letters are composed', async (_, one, other) => {
    const hash = await passwords.hash(one, share);
    expect(await passwords.verify(other, hash, share)).toBe(true);
    expect(await passwords.verify(one, await passwords.hash(other, share), share)).toBe(true);
  });

  it.each(spellings)(
    'of %j from before the letters were composed still match, and are due for renewal',
    async (_, one, other) => {
      for (const typed of [one, other]) {
        const stored = bcrypt.hashSync(typed, cost);
        expect(await passwords.verify(typed, stored, share)).toBe(true);
        expect(passwords.isOutdated(stored, typed)).toBe(typed !== typed.normalize('NFC'));
      }
    },
  );

  it('are tried in a second spelling without an account as well, so that no time tells who has one', async () => {
    const tasks: PasswordTask[] = [];
    const run = vi.spyOn(Piscina.prototype, 'run').mockImplementation(async (task: PasswordTask) => {
      tasks.push(task);
      return false;
    });
    try {
      for (const typed of ['Mu\u0308ller42', 'M\u00fcller42', 'Miller42']) {
        await passwords.verify(typed, bcrypt.hashSync('x', 4), share);
        await passwords.verify(typed, undefined, share);
      }
    } finally {
      run.mockRestore();
    }
    expect(tasks.map((task) => (task.kind === 'compare' ? task.passwords.length : 0))).toEqual([2, 2, 1, 1, 1, 1]);
  });

  it('never match without an account, not even the dummy hash', async () => {
    for (const guess of ['', 'x', 'undefined', 'a password'])
      expect(await passwords.verify(guess, undefined, share)).toBe(false);
  });

  it('have a dummy that takes as long to compare: bcrypt rejects any other length at once', () => {
    expect([bcrypt.getRounds(dummyHash(cost)), dummyHash(cost).length]).toEqual([cost, bcrypt.hashSync('x', 4).length]);
  });

  it('never match a removed account, whose hash is empty', async () => {
    for (const guess of ['', 'x']) expect(await passwords.verify(guess, '', share)).toBe(false);
  });

  it('distinguish passwords that bcrypt alone would treat as equal', async () => {
    for (const full of ['é'.repeat(36), 'é'.repeat(37), '漢'.repeat(25), 'x'.repeat(1_000)]) {
      const long = await passwords.hash(full, share);
      expect(await passwords.verify(full, long, share)).toBe(true);
      expect(await passwords.verify(`${full}x`, long, share)).toBe(false);
      expect(await passwords.verify(full.slice(0, -1), long, share)).toBe(false);
    }
    expect(await passwords.verify('é'.repeat(36), bcrypt.hashSync('é'.repeat(36), 4), share)).toBe(true);
    const short = await passwords.hash('doubled', share);
    expect(await passwords.verify('doubled\0doubled', short, share)).toBe(false);
    expect(await passwords.verify('doubled\0', short, share)).toBe(false);
  });
});

const own = ['ada@example.com', 'Ada Lovelace'];

describe('new passwords, by default', () => {
  it('are rejected if they contain a NUL', async () => {
    const refused = await failsWith(passwords.assertAcceptable('long enough\0', own), 'WEAK_PASSWORD');
    expect(refused.reason).toBe('contains_nul');
  });

  it.each([...allowedBySeed, 'password', 'aaaaaaaa', 'é'.repeat(37), ...own, 'ADA LOVELACE', 'alllowercase then'])(
    'may be %s, as the contract says',
    async (password) => {
      await expect(passwords.assertAcceptable(password, own)).resolves.toBeUndefined();
    },
  );
});

describe('the policy that refuses passwords that are easy to guess', () => {
  let strict: Passwords;
  beforeAll(() => {
    strict = createPasswords(4, { refuseCommon: true });
  });
  afterAll(() => strict.close());
  const team = { name: 'Tyrell Works', password_min_length: 8, refuses_common_passwords: 1 } as const;

  it.each([
    ...['Password1', 'password1', 'QWERTYUIOP', 'P@ssw0rd', 'Passwort1'].map((password) => [password, 'common']),
    ...['aaaaaaaa', 'abcdefgh', 'Summer2026', 'Winter2025!', 'qwertzuiop'].map((password) => [password, 'guessable']),
    ...['ada lovelace', 'AdaLovelace99', 'Lovelace1815', 'ada@example.com'].map((password) => [
      password,
      'own_name_or_email',
    ]),
    ['TyrellWorks1', 'own_name_or_email'],
    [`${'Ab1'.repeat(300)}`, 'guessable'],
  ])('refuses %s: %s', async (password = '', reason) => {
    expect((await failsWith(strict.assertAcceptable(password, own, team), 'WEAK_PASSWORD')).reason).toBe(reason);
    const asTeam = passwords.assertAcceptable(password, own, team);
    expect((await failsWith(asTeam, 'WEAK_PASSWORD')).reason).toBe(reason);
  });

  it.each(['correct horse battery', 'x7Gq!mZr', 'only mine again', 'ada will rule the analytical engine'])(
    'accepts %s',
    (password) => strict.assertAcceptable(password, own, team),
  );

  it('answers BUSY beyond the queue limit, and keeps the event loop free', async () => {
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    const outcomes = await Promise.all(
      Array.from({ length: passwordQueue.perKey + 20 }, () =>
        strict.assertAcceptable('correct horse battery', own).catch((error: AppError) => error.key),
      ),
    );
    delay.disable();
    expect(outcomes).toContain('BUSY');
    expect(outcomes).toContain(undefined);
    expect(delay.percentile(90) / 1e6).toBeLessThan(200);
  });
});

const passwordOf = (task: PasswordTask): string => ('passwords' in task ? (task.passwords[0] ?? '') : task.password);

/**
 * The passwords in the order in which the threads got them. When a thread is done with one depends on what else the computer
 * does.
 */
const threadsOrder = () => {
  const run = vi.spyOn(Piscina.prototype, 'run');
  return () => run.mock.calls.map(([task]) => passwordOf(task as PasswordTask));
};

describe('under load', () => {
  it('fails with BUSY beyond the queue limit, and serves everyone else', async () => {
    const busy = createPasswords(4);
    const hash = bcrypt.hashSync('right', 4);
    try {
      const outcomes = await Promise.all(
        Array.from({ length: 600 }, () => busy.verify('right', hash, share).catch((error: unknown) => error)),
      );
      const refused = outcomes.filter((outcome) => outcome !== true);
      expect(refused.length).toBeGreaterThan(0);
      expect(outcomes.length - refused.length).toBeGreaterThanOrEqual(passwordQueue.perKey);
      for (const error of refused) {
        expect(error).toBeInstanceOf(AppError);
        expect((error as AppError).key).toBe('BUSY');
        expect((error as AppError).details.retry_after).toBe(5);
      }
      expect(await busy.verify('right', hash, share)).toBe(true);
    } finally {
      await busy.close();
    }
  });

  it('computes no more hashes of other systems at a time than may take memory, in all lanes', async () => {
    const [[, password, hash] = ['', '', '']] = cheapHashes;
    const read = readImportedHash(hash);
    const stored = typeof read === 'object' ? storedHash(read) : '';
    const busy = createPasswords(4);
    let most = 0;
    const { run } = Piscina.prototype;
    const spy = vi.spyOn(Piscina.prototype, 'run').mockImplementation(async function (
      this: Piscina,
      task: PasswordTask,
    ) {
      const result = await run.call(this, task);
      if (task.kind === 'imported') most = Math.max(most, this.threads.length);
      return result;
    });
    try {
      const lanes = ['sign-in', 'confirm'] as const;
      const checks = Array.from({ length: 8 }, (_, n) =>
        lanes.map((lane) => busy.verify(password, stored, { lane, path: [`${n}`], user: `${n}` })),
      );
      expect(await Promise.all(checks.flat())).toEqual(Array(16).fill(true));
      expect(most).toBeGreaterThan(0);
      expect(most).toBeLessThanOrEqual(importedHashes.atOnce);
    } finally {
      spy.mockRestore();
      await busy.close();
    }
  });

  it('lets other addresses and other lanes go on while one address does its worst', async () => {
    const busy = createPasswords(4);
    const hash = bcrypt.hashSync('right', 4);
    const order = threadsOrder();
    try {
      const burst = Array.from({ length: 40 }, () =>
        busy.verify('wrong', hash, { lane: 'sign-in', path: ['192.0.2.66'] }),
      );
      const others: PasswordShare[] = [share, { lane: 'confirm', path: ['tenant'], user: 'ann' }];
      for (const other of others) {
        const before = order().length;
        expect(await busy.verify('right', hash, other)).toBe(true);
        expect(order().indexOf('right', before) - before).toBeLessThanOrEqual(availableParallelism() + 1);
      }
      await Promise.all(burst);
    } finally {
      await busy.close();
    }
  });

  const guess = (busy: Passwords, share: PasswordShare, hash: string) => busy.verify('wrong', hash, share);
  it.each([
    ['guessed once', 1, guess],
    ['guessed twice', 2, guess],
    ['sign up', 0, (busy: Passwords, share: PasswordShare) => busy.hash('a new password', share)],
  ])('lets a sign-in go before 100 unrelated networks that %s', async (_, rounds, attack) => {
    const busy = createPasswords(4);
    const hash = bcrypt.hashSync('right', 4);
    const networks = Array.from(
      { length: 100 },
      (_, n): PasswordShare => ({ lane: 'sign-in', path: [`${n}`, `${n}.1`] }),
    );
    const order = threadsOrder();
    const round = () => networks.map((network) => attack(busy, network, hash));
    try {
      for (let n = 0; n < rounds; n += 1) await Promise.all<unknown>(round());
      const crowd = round();
      const before = order().length;
      expect(await busy.verify('right', hash, share)).toBe(true);
      expect(order().indexOf('right', before) - before).toBeLessThanOrEqual(availableParallelism() + 1);
      await Promise.all<unknown>(crowd);
    } finally {
      await busy.close();
    }
  });

  it('never blocks the event loop: its mean delay stays far below the time of one hash', async () => {
    const slow = createPasswords(11);
    const delay = monitorEventLoopDelay({ resolution: 5 });
    try {
      await slow.hash('the first one starts a thread', share);
      delay.enable();
      await Promise.all(Array.from({ length: 6 }, () => slow.hash('a password', share)));
      delay.disable();
      expect(delay.count).toBeGreaterThan(20);
      expect(delay.percentile(50) / 1e6).toBeLessThan(50);
    } finally {
      await slow.close();
    }
  });
});
