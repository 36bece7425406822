import { describe, expect, it } from 'vitest';
import { cheapHashes, publishedHashes } from '#e2e/support/published-hashes.ts';
import { dummyOfKind, exportedHash, kindOf, readImportedHash, storedHash, storedKind } from './imported-hashes.ts';
import { matchesImported } from './match-imported.ts';

const read = (hash: string) => {
  const imported = readImportedHash(hash);
  if (typeof imported !== 'object') throw new Error(`${hash}: ${imported}`);
  return imported;
};

describe('hashes of other systems', () => {
  it.each(publishedHashes)('match their password and no other (%s)', async (_, password, hash) => {
    const stored = storedHash(read(hash));
    expect(await matchesImported(password, stored)).toBe(true);
    expect(await matchesImported(`${password}x`, stored)).toBe(false);
  });

  it.each(cheapHashes)('never match the empty password (%s)', async (_, __, hash) =>
    expect(await matchesImported('', storedHash(read(hash)))).toBe(false),
  );

  it.each(publishedHashes)('are read again from an export (%s)', (_, __, hash) => {
    const stored = storedHash(read(hash));
    expect(storedHash(read(exportedHash(stored)))).toBe(stored);
    expect(storedKind(stored)).toBe(kindOf(read(hash).work));
    expect(storedKind(stored)).toHaveLength(32);
  });

  it('of Django name Argon2 twice', () => {
    const [[, , hash = ''] = []] = cheapHashes;
    expect(read(`argon2${hash}`)).toEqual(read(hash));
  });

  it('have a dummy of each kind that takes the same work, and that no password matches', async () => {
    for (const [, password, hash] of cheapHashes) {
      const dummy = dummyOfKind(kindOf(read(hash).work));
      expect(read(exportedHash(dummy)).work).toEqual(read(hash).work);
      expect(await matchesImported(password, dummy)).toBe(false);
    }
  });
});

const salt = 'c29tZXNhbHQ';
const digest = Buffer.alloc(32, 1).toString('base64').replace('=', '');
const argon = (m: number, t: number, p: number) => `$argon2id$v=19$m=${m},t=${t},p=${p}$${salt}$${digest}`;
const scrypt = (ln: number, r: number, p: number) => `$scrypt$ln=${ln},r=${r},p=${p}$${salt}$${digest}`;

describe('the bounds of hashes of other systems', () => {
  it.each([
    argon(131_072, 3, 4),
    argon(102_400, 2, 8),
    argon(8, 1, 1),
    argon(128, 1, 16),
    scrypt(17, 8, 1),
    scrypt(14, 8, 5),
    scrypt(1, 1, 1),
    `$pbkdf2-sha256$1500000$${salt}$${digest}`,
    `$pbkdf2-sha256$i=1$${salt}$${digest}`,
    scrypt(15, 1, 1),
    scrypt(1, 1, 2 ** 18),
    scrypt(1, 2 ** 18, 1),
  ])('let %s in, and it can be computed', async (hash) => {
    expect(await matchesImported('any', storedHash(read(hash)))).toBe(false);
  });

  it.each([
    [argon(131_073, 1, 1), 'needs more than 128 MiB of memory'],
    [argon(131_072, 4, 1), 'has m × t above 400000'],
    [argon(1024, 1, 17), 'has more than 16 lanes (p)'],
    [argon(31, 1, 4), 'has m below 8 × p, which Argon2 does not allow'],
    [scrypt(18, 8, 1), 'needs more than 128 MiB of memory'],
    [scrypt(999_999, 8, 1), 'needs more than 128 MiB of memory'],
    [scrypt(16, 1, 1), 'has N of 2^(16 × r) or more, which scrypt does not allow'],
    [scrypt(1, 1, 2 ** 20), 'needs more than 128 MiB of memory'],
    [scrypt(16, 8, 3), 'has N × r × p above 1048576'],
    [`$pbkdf2-sha256$1500001$${salt}$${digest}`, 'has more than 1500000 iterations'],
    [`$argon2id$v=19$m=64,t=1,p=1$c29tZXNhbA$${digest}`, "has a salt that isn't base64 of 8 to 64 bytes"],
    [`$scrypt$ln=4,r=8,p=1$${'A'.repeat(88)}$${digest}`, "has a salt that isn't base64 of 1 to 64 bytes"],
    [`$scrypt$ln=4,r=8,p=1$${salt}$c29tZXNhbHQ`, "has a hash that isn't base64 of 16 to 64 bytes"],
    [`$pbkdf2-sha1$1000$${salt}$${digest}`, "has a hash that isn't base64 of 20 bytes"],
    [`$pbkdf2-sha256$1000$c29tZXNhbHR$${digest}`, "has a salt that isn't base64 of 1 to 64 bytes"],
  ])('keep %s out', (hash, problem) => expect(readImportedHash(hash)).toBe(problem));

  it.each([
    argon(64, 1, 1).replace('argon2id', 'argon2i'),
    argon(64, 1, 1).replace('v=19', 'v=16'),
    argon(64, 1, 1).replace('p=1', 'p=1,data=AA'),
    argon(64, 1, 1).replace('m=64,t=1', 't=1,m=64'),
    argon(64, 1, 1).replace('m=64', 'm=064'),
    `${argon(64, 1, 1)}$`,
    ` ${argon(64, 1, 1)}`,
    `${argon(64, 1, 1)}\n`,
    `$scrypt$N=16,r=8,p=1$${salt}$${digest}`,
    `$pbkdf2-sha224$1000$${salt}$${digest}`,
    'pbkdf2_sha256$1000$$aGFzaA',
    '$im$00$',
    '',
  ])('know no format like %j', (hash) => expect(readImportedHash(hash)).toBeUndefined());
});
