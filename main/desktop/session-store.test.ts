import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { perTest } from '#e2e/support/prepared.ts';
import { temporaryFolder } from '#e2e/support/temporary-folder.ts';
import { createLogger } from '../platform/logger.ts';
import { createKeyring, type KeyringOptions, KeyringUnansweredError } from './keyring.ts';
import { createSessionStore } from './session-store.ts';
import { createSettings } from './settings.ts';

type Storage = KeyringOptions['storage'];

const forever = () => new Promise<never>(() => {});
const encrypt = async (mark: string, text: string) => Buffer.from(`${mark}${text}`);
const storageOf = (mark: string, changed: Partial<Storage> = {}): Storage => ({
  isAsyncEncryptionAvailable: async () => true,
  encryptStringAsync: (text) => encrypt(mark, text),
  decryptStringAsync: async (sealed) => ({ shouldReEncrypt: false, result: sealed.subarray(3).toString() }),
  ...changed,
});

const log = createLogger('silent');
const folder = perTest(() => temporaryFolder('castellan-session-store-'));
let file: string;
beforeEach(() => {
  file = join(folder.path, 'session.sealed');
});

const open = (storage: Storage, { platform = 'linux' as NodeJS.Platform, timeLimitMs = 10_000 } = {}) => {
  const keyring = createKeyring({ storage, platform, timeLimitMs });
  const askPlain = vi.fn(async (): Promise<boolean | undefined> => false);
  const settings = createSettings(join(folder.path, 'settings.json'), log);
  return {
    keyring,
    askPlain,
    settings,
    store: createSessionStore({ file, keyring, settings, askPlain, closeLimitMs: 1, log }),
  };
};

describe('the keyring', () => {
  it('reports its protection, which Chromium marks on what it encrypts', async () => {
    expect(await open(storageOf('v11')).keyring.protection()).toBe('keyring');
    expect(await open(storageOf('v10')).keyring.protection()).toBe('plain');
    expect(await open(storageOf('v10'), { platform: 'darwin' }).keyring.protection()).toBe('keyring');
    const { keyring } = open(storageOf('v11', { isAsyncEncryptionAvailable: async () => false }));
    const heard = vi.fn();
    keyring.onKnown(heard);
    expect(keyring.known()).toBeUndefined();
    expect(await keyring.protection()).toBe('memory');
    expect(await keyring.protection()).toBe('memory');
    expect(keyring.known()).toBe('memory');
    expect(heard).toHaveBeenCalledOnce();
  });

  it('is awaited only until the time limit', async () => {
    const { keyring } = open(storageOf('v11', { isAsyncEncryptionAvailable: forever }), { timeLimitMs: 1 });
    await expect(keyring.protection()).rejects.toThrow(KeyringUnansweredError);
  });

  it('is asked again after a caller has stopped waiting, but not after the app has ended', async () => {
    const answers = [forever(), Promise.resolve(true)];
    const isAsyncEncryptionAvailable = vi.fn(() => answers.shift() ?? forever());
    const { keyring } = open(storageOf('v11', { isAsyncEncryptionAvailable }));
    const waiting = keyring.protection();
    keyring.stopWaiting();
    await expect(waiting).rejects.toThrow(KeyringUnansweredError);
    expect(await keyring.protection()).toBe('keyring');
    keyring.close();
    await expect(keyring.protection()).rejects.toThrow(KeyringUnansweredError);
  });
});

describe('the stored session', () => {
  it('does not need the keyring if nothing is stored', async () => {
    const isAsyncEncryptionAvailable = vi.fn(forever);
    const { store } = open(storageOf('v11', { isAsyncEncryptionAvailable }));
    expect(await store.load()).toBeNull();
    expect(isAsyncEncryptionAvailable).not.toHaveBeenCalled();
  });

  it('stays on disk if the keyring does not answer, and is replaced by the next sign-in', async () => {
    await writeFile(file, 'v11yesterday');
    const answers = [forever()];
    const { store } = open(
      storageOf('v11', { isAsyncEncryptionAvailable: () => answers.shift() ?? Promise.resolve(true) }),
      { timeLimitMs: 1 },
    );
    expect(await store.load()).toBeNull();
    expect(await readFile(file, 'utf8')).toBe('v11yesterday');
    await store.save('today');
    expect(await readFile(file, 'utf8')).toBe('v11today');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it('is encrypted again if the system says that its key has changed', async () => {
    await writeFile(file, 'v11kept');
    const encryptStringAsync = vi.fn((text: string) => encrypt('v11', `new:${text}`));
    const { store } = open(
      storageOf('v11', {
        encryptStringAsync,
        decryptStringAsync: async (sealed) => ({ shouldReEncrypt: true, result: sealed.subarray(3).toString() }),
      }),
    );
    expect(await store.load()).toBe('kept');
    expect(await readFile(file, 'utf8')).toBe('v11new:kept');
  });

  it("is never stored under a fixed key without the user's consent", async () => {
    const { store, askPlain } = open(storageOf('v10'));
    await store.save('secret');
    await expect.poll(() => askPlain.mock.calls.length).toBe(1);
    await expect(stat(file)).rejects.toThrow('ENOENT');
    expect(await store.load()).toBe('secret');
  });

  it('asks again at the next sign-in if it was no time to ask', async () => {
    const { store, askPlain } = open(storageOf('v10'));
    askPlain.mockResolvedValueOnce(undefined).mockResolvedValueOnce(true);
    await store.save('first');
    await expect.poll(() => askPlain.mock.calls.length).toBe(1);
    await store.flush();
    await expect(stat(file)).rejects.toThrow('ENOENT');
    await store.save('second');
    await expect.poll(() => readFile(file, 'utf8').catch(() => '')).toBe('v10second');
  });

  it('does not delay quitting if the keyring never answers', async () => {
    const { store } = open(storageOf('v11', { isAsyncEncryptionAvailable: forever }));
    void store.save('secret');
    await store.close();
    await expect(stat(file)).rejects.toThrow('ENOENT');
  });
});

it.each([
  ['keep', 'keep'],
  ['never', 'ask'],
  ['ask', 'ask'],
] as const)(
  'what someone chose without a keyring, %s, is %s once they stay signed in again',
  async (plainKeeping, then) => {
    const { settings, store } = open(storageOf('v10'));
    settings.set({ plainKeeping });
    await store.setStaying(false);
    expect(settings.get()).toMatchObject({ staySignedIn: false, plainKeeping });
    await store.setStaying(true);
    expect(settings.get()).toMatchObject({ staySignedIn: true, plainKeeping: then });
  },
);
