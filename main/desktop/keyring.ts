import { setTimeout } from 'node:timers/promises';
import type { SafeStorage } from 'electron';
import type { SignInStorage } from '#shared/contract/desktop-bridge.ts';

/** The system's keyring did not answer in time, or the wait was canceled. */
export class KeyringUnansweredError extends Error {
  override readonly name = 'KeyringUnansweredError';
}

/**
 * The system's keyring. While it is locked, the system asks the person for a password, and Electron's promises stay
 * pending for that long. So every call here ends after a time limit, or when `stopWaiting` is called.
 */
export interface Keyring {
  /** How a secret would be stored. Asks the system, so call it only when there is a secret to store or read. */
  protection(): Promise<SignInStorage>;
  /** The last result of `protection`. Undefined until the system has been asked. */
  known(): SignInStorage | undefined;
  /** Calls the listener whenever `known` changes. */
  onKnown(listener: () => void): void;
  encrypt(text: string): Promise<Buffer>;
  /** `isStale` if the key has changed: encrypt the text again. */
  decrypt(sealed: Buffer): Promise<{ text: string; isStale: boolean }>;
  /** Rejects all pending calls. */
  stopWaiting(): void;
  /** Rejects all pending and later calls. */
  close(): void;
}

export interface KeyringOptions {
  storage: Pick<SafeStorage, 'isAsyncEncryptionAvailable' | 'encryptStringAsync' | 'decryptStringAsync'>;
  platform: NodeJS.Platform;
  timeLimitMs?: number;
}

/** Chromium's prefix for data encrypted with a fixed key instead of one from the keyring. Linux only. */
const fixedKeyMark = 'v10';

export const createKeyring = ({ storage, platform, timeLimitMs = 120_000 }: KeyringOptions): Keyring => {
  let known: SignInStorage | undefined;
  const listeners: (() => void)[] = [];
  let waiting = new AbortController();

  const answered = async <Result>(pending: Promise<Result>): Promise<Result> => {
    const { signal } = waiting;
    const settled = new AbortController();
    const unanswered = async (): Promise<never> => {
      try {
        await setTimeout(timeLimitMs, undefined, { signal: AbortSignal.any([signal, settled.signal]), ref: false });
      } catch (error) {
        if (!signal.aborted && !settled.signal.aborted) throw error;
      }
      throw new KeyringUnansweredError('The keyring did not respond');
    };
    try {
      return await Promise.race([pending, unanswered()]);
    } finally {
      settled.abort();
    }
  };

  const ask = async (): Promise<SignInStorage> => {
    if (!(await answered(storage.isAsyncEncryptionAvailable()))) return 'memory';
    if (platform !== 'linux') return 'keyring';
    // If a keyring is installed but not working, Chromium uses the fixed key. Only the result shows it.
    const sealed = await answered(storage.encryptStringAsync('probe'));
    return sealed.subarray(0, fixedKeyMark.length).toString('latin1') === fixedKeyMark ? 'plain' : 'keyring';
  };

  return {
    async protection() {
      const found = await ask();
      if (found !== known) {
        known = found;
        for (const listener of listeners) listener();
      }
      return found;
    },
    known: () => known,
    onKnown: (listener) => void listeners.push(listener),
    encrypt: (text) => answered(storage.encryptStringAsync(text)),
    async decrypt(sealed) {
      const { result, shouldReEncrypt } = await answered(storage.decryptStringAsync(sealed));
      return { text: result, isStale: shouldReEncrypt };
    },
    stopWaiting() {
      waiting.abort();
      waiting = new AbortController();
    },
    close: () => waiting.abort(),
  };
};
