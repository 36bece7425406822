import { setTimeout } from 'node:timers/promises';
import type { SignInStorage } from '#shared/contract/desktop-bridge.ts';
import type { Logger } from '../platform/logger.ts';
import { oneAtATime } from '../platform/one-at-a-time.ts';
import type { Keyring } from './keyring.ts';
import { sealedFile } from './sealed-file.ts';
import type { SettingsStore } from './settings.ts';

/** Keeps the window's sign-in across restarts, encrypted with a key from the system's keyring if there is one. */
export interface SessionStore {
  /** The saved sign-in, or null. Waits for the keyring only if there is one to read. */
  load(): Promise<string | null>;
  /** Never fails: if it can't write, it keeps the text in memory and logs why. */
  save(text: string): Promise<void>;
  clear(): Promise<void>;
  /** How the sign-in is stored, or would be. */
  storage(): Promise<SignInStorage>;
  /** Starts or stops keeping the sign-in. Starting asks again if the person once declined to go without a keyring. */
  setStaying(stays: boolean): Promise<void>;
  /** Resolves when everything is written. */
  flush(): Promise<void>;
  /** Like `flush`, and ends the use of the keyring. Waits at most `closeLimitMs` for a keyring that doesn't answer. */
  close(): Promise<void>;
}

export interface SessionStoreOptions {
  file: string;
  keyring: Keyring;
  settings: SettingsStore;
  /** Explains that there is no keyring and asks whether to keep the sign-in anyway. Undefined if this is no time to ask. */
  askPlain: () => Promise<boolean | undefined>;
  /** How long `close` waits for a keyring. */
  closeLimitMs?: number;
  log: Logger;
}

export const createSessionStore = (options: SessionStoreOptions): SessionStore => {
  const { file, keyring, settings, askPlain, closeLimitMs = 3_000, log } = options;
  const sealed = sealedFile(file, keyring);
  let held: string | null = null;
  let loaded = false;
  // One at a time and in order, so that the last text saved is the one read later.
  const inTurn = oneAtATime();

  const storage = async (): Promise<SignInStorage> => {
    if (!settings.get().staySignedIn) return 'memory';
    const found = await keyring.protection();
    return found === 'plain' && settings.get().plainKeeping !== 'keep' ? 'memory' : found;
  };

  const write = async (text: string): Promise<void> => {
    if ((await storage()) === 'memory') await sealed.remove();
    else await sealed.write(text);
  };

  const read = async (): Promise<string | null> => {
    if (!settings.get().staySignedIn) return null;
    if (!(await sealed.exists()) || (await storage()) === 'memory') return null;
    return (await sealed.read()) ?? null;
  };

  const attempt = async (failure: string, work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      log.error({ err: error }, failure);
    }
  };

  let asking = false;
  /** Don't await this: the question may stay open while the session continues. */
  const askOnce = async (): Promise<void> => {
    if (asking || !settings.get().staySignedIn || settings.get().plainKeeping !== 'ask') return;
    if ((await keyring.protection()) !== 'plain') return;
    asking = true;
    const keeps = await askPlain().finally(() => {
      asking = false;
    });
    if (keeps === undefined) return;
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
        await attempt('failed to read the saved sign-in; sign in again', async () => {
          held = await read();
        });
        loaded = true;
        return held;
      }),
    save: (text) => {
      const saved = inTurn(async () => {
        held = text;
        loaded = true;
        await attempt('failed to save the sign-in', () => write(text));
      });
      void attempt('failed to ask whether to save the sign-in', askOnce);
      return saved;
    },
    clear: () =>
      inTurn(async () => {
        held = null;
        loaded = true;
        await attempt('failed to delete the saved sign-in', () => sealed.remove());
      }),
    storage,
    async setStaying(stays) {
      settings.set({
        staySignedIn: stays,
        ...(stays && settings.get().plainKeeping === 'never' && { plainKeeping: 'ask' }),
      });
      await inTurn(() =>
        attempt('failed to save the sign-in', async () => {
          if (held !== null) await write(held);
          else if (!stays) await sealed.remove();
        }),
      );
      if (held !== null) await attempt('failed to ask whether to save the sign-in', askOnce);
    },
    flush: () => inTurn(async () => {}),
    async close() {
      const written = inTurn(async () => {});
      await Promise.race([written, setTimeout(closeLimitMs, undefined, { ref: false })]);
      keyring.close();
      await written;
    },
  };
};
