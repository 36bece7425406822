import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { perTest } from '#e2e/support/prepared.ts';
import { temporaryFolder } from '#e2e/support/temporary-folder.ts';
import { createLogger } from '../../platform/logger.ts';
import { createKeyring } from '../keyring.ts';
import { createSettings } from '../settings.ts';
import { type Asker, createKeptPasswords } from './kept-passwords.ts';

const log = createLogger('silent');
const folder = perTest(() => temporaryFolder('castellan-kept-passwords-'));
const proxy: Asker = { isProxy: true, scheme: 'basic', host: 'proxy.example', port: 3128, realm: 'Office' };
const ann = { username: 'ann', password: 'of-ann' };

/** @param mark what Chromium writes before what it encrypts: `v10` without a keyring */
const open = (mark = 'v11') => {
  const storage = {
    isAsyncEncryptionAvailable: async () => true,
    encryptStringAsync: async (text: string) => Buffer.from(`${mark}${Buffer.from(text).toString('base64')}`),
    decryptStringAsync: async (sealed: Buffer) => ({
      shouldReEncrypt: false,
      result: Buffer.from(sealed.subarray(3).toString(), 'base64').toString(),
    }),
  };
  const settings = createSettings(join(folder.path, 'settings.json'), log);
  const keyring = createKeyring({ storage, platform: 'linux' });
  return { settings, passwords: createKeptPasswords(join(folder.path, 'kept'), keyring, settings, log) };
};
const files = async () => (await readdir(folder.path)).filter((name) => name.startsWith('kept'));

it('keeps a password sealed, and finds it after a restart for the same asker alone', async () => {
  const first = open().passwords;
  expect([first.mayKeep(), first.isEmpty()]).toEqual([true, true]);
  expect(await first.keep(proxy, ann)).toBe(true);
  expect(await readFile(join(folder.path, 'kept'), 'utf8')).not.toContain('of-ann');
  const { passwords } = open();
  expect(passwords.isEmpty()).toBe(false);
  expect(await passwords.find(proxy)).toEqual(ann);
  const others: Partial<Asker>[] = [
    { isProxy: false },
    { scheme: 'digest' },
    { host: 'other.example' },
    { port: 8080 },
    { realm: 'Bank' },
  ];
  for (const other of others) expect(await passwords.find({ ...proxy, ...other })).toBeUndefined();
});

it('keeps nothing without a keyring, also if sign-ins may be kept without one', async () => {
  const { passwords, settings } = open('v10');
  settings.set({ plainKeeping: 'keep' });
  expect(await passwords.keep(proxy, ann)).toBe(false);
  expect(passwords.mayKeep()).toBe(false);
  expect(await passwords.find(proxy)).toBeUndefined();
  expect(await files()).toEqual([]);
});

it('keeps nothing of a person who does not stay signed in', async () => {
  const { passwords, settings } = open();
  settings.set({ staySignedIn: false });
  expect([passwords.mayKeep(), await passwords.keep(proxy, ann)]).toEqual([false, false]);
  expect(await files()).toEqual([]);
});

it('forgets one password, or all of them, on the disk too', async () => {
  const { passwords } = open();
  const host = { ...proxy, isProxy: false };
  await passwords.keep(proxy, ann);
  await passwords.keep(host, ann);
  await passwords.forget(proxy);
  expect(await open().passwords.find(proxy)).toBeUndefined();
  expect(await open().passwords.find(host)).toEqual(ann);
  await passwords.keep(proxy, ann);
  await passwords.forgetProxies();
  expect(await open().passwords.find(proxy)).toBeUndefined();
  expect(await open().passwords.find(host)).toEqual(ann);
  await passwords.forget(host);
  expect(await files()).toEqual([]);
  await passwords.keep(proxy, ann);
  await passwords.clear();
  expect([await passwords.find(proxy), await files()]).toEqual([undefined, []]);
});

it('keeps nothing of a server that is removed while its dialog is open', async () => {
  const { passwords } = open();
  await passwords.end();
  expect(await passwords.keep(proxy, ann)).toBe(false);
  expect(await files()).toEqual([]);
});

it('is empty if what is stored can’t be read, and can be used again', async () => {
  await writeFile(join(folder.path, 'kept'), `v11${Buffer.from('{"not":"a list"}').toString('base64')}`);
  const { passwords } = open();
  expect(await passwords.find(proxy)).toBeUndefined();
  expect(await passwords.keep(proxy, ann)).toBe(true);
  expect(await open().passwords.find(proxy)).toEqual(ann);
});
