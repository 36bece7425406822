/** What a client takes from outside of itself. */
export interface Surroundings {
  fetch(request: Request): Promise<Response>;
  /** Milliseconds since the epoch. */
  now(): number;
  /** A text that no other call returns. */
  unique(): string;
  wait(ms: number): Promise<void>;
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
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  timeout: (ms) => AbortSignal.timeout(ms),
};
