import { setTimeout } from 'node:timers/promises';
import type { SafeStorage } from 'electron';
import type { Keeping } from '#shared/desktop-bridge.ts';

/** The system's keyring did not answer in time, or nobody wanted to wait for it any longer. */
export class KeyringUnansweredError extends Error {
  override readonly name = 'KeyringUnansweredError';
}

/**
 * The system's keyring. While it is locked the system asks the person for a password, and Electron's promises stay
 * pending for as long as that takes: every call here ends after a time limit, or when `stopWaiting` is called.
 */
export interface Keyring {
  /** How a secret would be kept. Asks the system, so call it only when there is a secret to keep or to read. */
  protection(): Promise<Keeping>;
  /** What `protection` found last; undefined while the system hasn't been asked. */
  known(): Keeping | undefined;
  /** Calls whenever `known` changes. */
  onKnown(listener: () => void): void;
  encrypt(text: string): Promise<Buffer>;
  /** `isStale` where the key has changed: encrypt the text again. */
  decrypt(sealed: Buffer): Promise<{ text: string; isStale: boolean }>;
  /** Rejects every call that is still waiting. */
  stopWaiting(): void;
  /** Rejects these and all later calls. */
  close(): void;
}

export interface KeyringOptions {
  storage: Pick<SafeStorage, 'isAsyncEncryptionAvailable' | 'encryptStringAsync' | 'decryptStringAsync'>;
  platform: NodeJS.Platform;
  timeLimitMs?: number;
}

/** Chromium's mark on what it encrypted with a fixed key instead of one from the keyring. Linux only. */
const fixedKeyMark = 'v10';

export const createKeyring = ({ storage, platform, timeLimitMs = 120_000 }: KeyringOptions): Keyring => {
  let known: Keeping | undefined;
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
      throw new KeyringUnansweredError('The keyring did not answer');
    };
    try {
      return await Promise.race([pending, unanswered()]);
    } finally {
      settled.abort();
    }
  };

  const ask = async (): Promise<Keeping> => {
    if (!(await answered(storage.isAsyncEncryptionAvailable()))) return 'memory';
    if (platform !== 'linux') return 'keyring';
    // A keyring that is installed but dead leaves Chromium with the fixed key: only the result tells.
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
