import type { CredentialStore, Stored, StoredSession } from './credentials.ts';
import { CastellanError, ConnectionError, isApiError } from './errors.ts';
import type { Surroundings } from './surroundings.ts';

/** The answer of everything that signs in. */
export interface SignedIn {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly expires_in: number;
  readonly user: StoredSession['user'];
}

export type Refreshed = Omit<SignedIn, 'user'>;

/** Refreshed before it ends, by as much as clocks and slow requests may need. */
const marginMs = 60_000;
/** The service accepts the last refresh token for ten seconds more, in case the answer was lost. */
const repeatableMs = 8_000;
const firstPauseMs = 250;
/** The first attempt takes no longer, so that another one is in time if its answer never comes. */
const firstLimitMs = 4_000;

/** The session of a store. */
export const createSessions = (
  store: CredentialStore,
  refresh: (token: string, limitMs?: number) => Promise<Refreshed>,
  { now, wait }: Pick<Surroundings, 'now' | 'wait'>,
) => {
  const expiry = ({ expires_in }: Refreshed): number => now() + expires_in * 1_000;

  const refreshOnce = async (token: string): Promise<Refreshed> => {
    const startedAt = now();
    for (let pause = firstPauseMs; ; pause *= 2) {
      try {
        return await refresh(token, pause === firstPauseMs ? firstLimitMs : undefined);
      } catch (error) {
        if (!(error instanceof ConnectionError) || now() - startedAt + pause > repeatableMs) throw error;
        await wait(pause);
      }
    }
  };

  /** Exchanges the refresh token, unless someone else who shares the store has done so. */
  const renew = (used: string): Promise<StoredSession | undefined> =>
    store.exclusively(async () => {
      // Read only now: another process may have spent the one that was there.
      const { session, ...rest } = await store.read();
      if (!session || session.access_token !== used) return session;
      try {
        const answer = await refreshOnce(session.refresh_token);
        const { access_token, refresh_token } = answer;
        const next = { ...session, access_token, refresh_token, expires_at: expiry(answer) };
        await store.write({ ...rest, session: next });
        return next;
      } catch (error) {
        if (isApiError(error, 'REFRESH_TOKEN_INVALID')) await store.write(rest);
        throw error;
      }
    });

  /** What the store has; nothing if it can't be read. */
  const known = (): Promise<Stored> =>
    store.read().catch((error: unknown) => {
      if (error instanceof CastellanError) return {};
      throw error;
    });

  return {
    known,
    /** The access token to send. @returns undefined if nobody is signed in */
    async token(): Promise<string | undefined> {
      const { session } = await store.read();
      if (!session || now() < session.expires_at - marginMs) return session?.access_token;
      return (await renew(session.access_token))?.access_token;
    },
    /** Another one than that, which the service no longer accepts. */
    renewed: async (used: string): Promise<string | undefined> => (await renew(used))?.access_token,
    keep: (signedIn: SignedIn, device?: string): Promise<void> =>
      store.exclusively(async () => {
        const { access_token, refresh_token, user } = signedIn;
        const session = { access_token, refresh_token, expires_at: expiry(signedIn), user };
        await store.write({ ...(await known()), ...(device !== undefined && { device }), session });
      }),
    forget: (): Promise<void> =>
      store.exclusively(async () => {
        const { session: _, ...rest } = await known();
        await store.write(rest);
      }),
  };
};

export type Sessions = ReturnType<typeof createSessions>;
