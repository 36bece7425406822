import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { perTest } from '#e2e/support/prepared.ts';
import { temporaryFolder } from '#e2e/support/temporary-folder.ts';
import { StartError } from '../platform/start-error.ts';
import { createKeyFile, createKeyRing, type KeyPurpose, keyRingOf, newKeyEntry, readKeyFile } from './keys.ts';

const now = Date.UTC(2026, 0, 15, 12);
const purposes: KeyPurpose[] = ['access-token', 'refresh-token', 'outbox', 'address-hash', 'audit'];

const folder = perTest(() => temporaryFolder('castellan-keys-'));
let path: string;
beforeEach(async () => {
  path = join(folder.path, 'keys.json');
});

const write = async (content: unknown, mode = 0o600): Promise<void> => {
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
  await chmod(path, mode);
};
const entry = (kid: string, secret = randomBytes(32)) => ({
  kid,
  secret: secret.toString('base64url'),
  created_at: '2026-01-01T00:00:00.000Z',
});
const refused = (message: RegExp) =>
  expect(readKeyFile(path)).rejects.toThrow(
    expect.objectContaining({ name: 'StartError', message: expect.stringMatching(message) }),
  );

it('a new key has an ID that is no option of a command line', () => {
  const ids = Array.from({ length: 1_000 }, () => newKeyEntry(0).kid);
  expect(new Set(ids).size).toBe(1_000);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{12}$/);
});

describe('a new key file', () => {
  it('is created once, with mode 0600 whatever the umask and 256 bits', async () => {
    const before = process.umask(0);
    try {
      const made = await createKeyFile(path, now);
      const again = await readKeyFile(path);
      expect(again?.current.kid).toBe(made.keys[0]?.kid);
      expect(again?.current.derive('outbox')).toEqual(keyRingOf(made).current.derive('outbox'));
    } finally {
      process.umask(before);
    }
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    const { keys } = JSON.parse(await readFile(path, 'utf8'));
    expect(Buffer.from(keys[0].secret, 'base64url')).toHaveLength(32);
    expect(keys[0].created_at).toBe('2026-01-15T12:00:00.000Z');
  });

  it('never replaces one', async () => {
    const { keys } = await createKeyFile(path, now);
    await expect(createKeyFile(path, now)).rejects.toMatchObject({ code: 'EEXIST' });
    expect((await readKeyFile(path))?.current.kid).toBe(keys[0]?.kid);
  });

  it('is not created by reading', async () => {
    expect(await readKeyFile(path)).toBeUndefined();
    await expect(stat(path)).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

describe('a key file', () => {
  it.each([0o640, 0o604, 0o644, 0o660, 0o666, 0o620, 0o777])('is rejected with mode %o', async (mode) => {
    await write({ keys: [entry('a')] }, mode);
    await refused(/can be read by other users/);
  });

  it('may be a symbolic link to a private file, as secrets are mounted, and to no other', async () => {
    await write({ keys: [entry('a')] });
    const target = join(folder.path, 'elsewhere.json');
    await rename(path, target);
    await symlink(target, path);
    expect((await readKeyFile(path))?.current.kid).toBe('a');
    for (const mode of [0o640, 0o604, 0o644]) {
      await chmod(target, mode);
      await refused(/can be read by other users/);
    }
    await rm(target);
    await mkdir(target);
    await refused(/is not a file/);
  });

  it('is rejected as a broken link, and nothing is created behind it', async () => {
    const target = join(folder.path, 'nowhere.json');
    await symlink(target, path);
    await refused(/symbolic link that leads nowhere/);
    await expect(stat(target)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('is rejected as a folder', async () => {
    await mkdir(path, { mode: 0o700 });
    await refused(/is not a file/);
  });

  it.each([0, 1, 16, 31])('is rejected with a key of %i bytes', async (bytes) => {
    await write({ keys: [entry('a', randomBytes(bytes))] });
    await refused(/shorter than 256 bits/);
  });

  it('is rejected with a short key among good ones', async () => {
    await write({ keys: [entry('a'), entry('b', randomBytes(31))] });
    await refused(/Key b is shorter/);
  });

  it.each([
    ['empty', ''],
    ['not JSON', '{"keys":'],
    ['without keys', '{}'],
    ['with an empty list', '{"keys":[]}'],
    ['with an unknown field', JSON.stringify({ keys: [entry('a')], extra: 1 })],
    ['with an empty kid', JSON.stringify({ keys: [entry('')] })],
    ['with a secret that is not base64url', JSON.stringify({ keys: [{ ...entry('a'), secret: '!!!' }] })],
  ])('is rejected as damaged and left unchanged if it is %s', async (_name, content) => {
    await write(content);
    await refused(/is damaged/);
    expect(await readFile(path, 'utf8')).toBe(content);
  });

  it('rotates by kid: the first key signs, and all are found', async () => {
    await write({ keys: [entry('new'), entry('old')] });
    const ring = await readKeyFile(path);
    expect(ring?.current.kid).toBe('new');
    expect(ring?.find('old')?.kid).toBe('old');
    expect(ring?.find('other')).toBeUndefined();
    expect(ring?.find('__proto__')).toBeUndefined();
  });
});

describe('derived keys', () => {
  it('have 256 bits, and differ by purpose, secret and kid', () => {
    const [one, two] = [randomBytes(32), randomBytes(32)];
    const ring = createKeyRing([
      { kid: 'a', secret: one },
      { kid: 'b', secret: one },
      { kid: 'c', secret: two },
    ]);
    const derived = ['a', 'b', 'c'].flatMap((kid) =>
      purposes.map((purpose) => Buffer.from(ring.find(kid)?.derive(purpose) ?? []).toString('hex')),
    );
    expect(derived.every((key) => key.length === 64)).toBe(true);
    expect(new Set(derived).size).toBe(3 * purposes.length);
    expect(derived).not.toContain(one.toString('hex'));
  });

  it('require a secret', () => {
    expect(() => createKeyRing([])).toThrow(StartError);
  });
});
