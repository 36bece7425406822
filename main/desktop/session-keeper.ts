import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import type { SafeStorage } from 'electron';
import type { Keeping } from '#shared/desktop-bridge.ts';
import type { Logger } from '../platform/logger.ts';
import type { SettingsStore } from './settings.ts';

/** Keeps the window's sign-in over a restart, sealed by the system where it can. */
export interface SessionKeeper {
  load(): Promise<string | null>;
  /** Never fails: what cannot be written is kept in memory, and logged. */
  save(text: string): Promise<void>;
  clear(): Promise<void>;
  /** How it is kept. */
  keeping(): Promise<Keeping>;
  /** Whether the system can keep a secret at all. */
  canKeep(): Promise<boolean>;
  /** Begins or ends keeping it over a restart; who said no to keeping it without a keyring is asked again. */
  setStaying(stays: boolean): Promise<void>;
  /** Resolves when everything is written. */
  settled(): Promise<void>;
}

export interface SessionKeeperParts {
  file: string;
  storage: Pick<
    SafeStorage,
    'isAsyncEncryptionAvailable' | 'encryptStringAsync' | 'decryptStringAsync' | 'getSelectedStorageBackend'
  >;
  settings: SettingsStore;
  /** Tells that there is no keyring and asks whether to keep the sign-in all the same. */
  askPlain: () => Promise<boolean>;
  platform: NodeJS.Platform;
  log: Logger;
}

export const createSessionKeeper = (parts: SessionKeeperParts): SessionKeeper => {
  const { file, storage, settings, askPlain, platform, log } = parts;
  let held: string | null = null;
  let loaded = false;
  // One at a time, in their order: the last text that was saved is the one that is read again.
  let tail: Promise<unknown> = Promise.resolve();
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const mine = tail.then(work, work);
    tail = mine.catch(() => {});
    return mine;
  };

  /** What the system offers; whether it is used is the person's choice. */
  const offered = async (): Promise<Keeping> => {
    if (!(await storage.isAsyncEncryptionAvailable())) return 'memory';
    const plain = platform === 'linux' && ['basic_text', 'unknown'].includes(storage.getSelectedStorageBackend());
    return plain ? 'plain' : 'keyring';
  };

  const keeping = async (): Promise<Keeping> => {
    if (!settings.get().staySignedIn) return 'memory';
    const keeps = await offered();
    return keeps === 'plain' && settings.get().plainKeeping !== 'keep' ? 'memory' : keeps;
  };

  const write = async (text: string): Promise<void> => {
    if ((await keeping()) === 'memory') {
      await rm(file, { force: true });
      return;
    }
    const sealed = await storage.encryptStringAsync(text);
    await writeFile(`${file}.part`, sealed, { mode: 0o600 });
    await rename(`${file}.part`, file);
  };

  const read = async (): Promise<string | null> => {
    if ((await keeping()) === 'memory') return null;
    const sealed = await readFile(file).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    return sealed ? (await storage.decryptStringAsync(sealed)).result : null;
  };

  const attempt = async (what: string, work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      log.error({ err: error }, what);
    }
  };

  let asking = false;
  /** Not awaited: a question may stay open for long, and the session goes on meanwhile. */
  const askOnce = async (): Promise<void> => {
    if (asking || !settings.get().staySignedIn || settings.get().plainKeeping !== 'ask') return;
    if ((await offered()) !== 'plain') return;
    asking = true;
    const keeps = await askPlain().finally(() => {
      asking = false;
    });
    settings.set({ plainKeeping: keeps ? 'keep' : 'never' });
    if (!keeps) return;
    await inTurn(async () => {
      if (held !== null) await write(held);
    });
  };

  return {
    load: () =>
      inTurn(async () => {
        if (loaded) return held;
        await attempt('the kept sign-in could not be read: sign in again', async () => {
          held = await read();
        });
        loaded = true;
        return held;
      }),
    save: (text) => {
      const saved = inTurn(async () => {
        held = text;
        loaded = true;
        await attempt('the sign-in could not be kept', () => write(text));
      });
      void attempt('the question about keeping the sign-in failed', askOnce);
      return saved;
    },
    clear: () =>
      inTurn(async () => {
        held = null;
        loaded = true;
        await attempt('the kept sign-in could not be removed', () => rm(file, { force: true }));
      }),
    keeping,
    canKeep: async () => (await offered()) !== 'memory',
    async setStaying(stays) {
      settings.set({
        staySignedIn: stays,
        ...(stays && settings.get().plainKeeping === 'never' && { plainKeeping: 'ask' }),
      });
      await inTurn(() =>
        attempt('the sign-in could not be kept', async () => {
          if (held !== null) await write(held);
          else if (!stays) await rm(file, { force: true });
        }),
      );
      if (held !== null) await attempt('the question about keeping the sign-in failed', askOnce);
    },
    settled: () => inTurn(async () => {}),
  };
};
