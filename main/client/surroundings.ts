/** What a client takes from outside of itself. */
export interface Surroundings {
  fetch(request: Request): Promise<Response>;
  /** Milliseconds since the epoch. */
  now(): number;
  /** A text that no other call returns. */
  unique(): string;
  /** Rejects with the signal's reason once that is aborted. */
  wait(ms: number, signal?: AbortSignal): Promise<void>;
  /** Is aborted after that time. */
  timeout(ms: number): AbortSignal;
}

/** Those of Node and of browsers. */
export const surroundings: Surroundings = {
  fetch: (request) => fetch(request),
  now: () => Date.now(),
  // `randomUUID` exists only on secure origins.
  unique: () =>
    Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(''),
  wait: (ms, signal) =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const stop = (): void => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', stop);
        resolve();
      }, ms);
      signal?.addEventListener('abort', stop, { once: true });
    }),
  timeout: (ms) => AbortSignal.timeout(ms),
};
