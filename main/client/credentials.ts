/** Tokens of a session, and who it belongs to. */
export interface StoredSession {
  readonly access_token: string;
  readonly refresh_token: string;
  /** In milliseconds since the epoch. */
  readonly expires_at: number;
  readonly user: { readonly id: string; readonly email: string; readonly tenant_id: string };
}

export interface Stored {
  readonly session?: StoredSession;
  /** By which the service knows this device again. It lets no one in. */
  readonly device?: string;
}

/** Where a session is kept. Everyone who shares one shares the session. */
export interface CredentialStore {
  read(): Promise<Stored>;
  /** Only inside of `exclusively`. */
  write(stored: Stored): Promise<void>;
  /** Does something while no one else who shares the store does: a refresh token works once. */
  exclusively<Result>(work: () => Promise<Result>): Promise<Result>;
}

/** Keeps a session as long as the program runs. */
export const memoryStore = (stored: Stored = {}): CredentialStore => {
  let kept = stored;
  let last: Promise<unknown> = Promise.resolve();
  return {
    read: async () => kept,
    write: async (next) => {
      kept = next;
    },
    exclusively(work) {
      const result = last.then(work);
      // Whoever asked for it gets the error.
      last = result.catch(() => undefined);
      return result;
    },
  };
};
