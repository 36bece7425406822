import { type EndReason, endReasons } from '#shared/texts/errors.ts';
import { endOf, SignedOutError } from './problem.ts';
import type { TabChannel } from './tab-channel.ts';
import type { SignedInUser, TokenAnswer, TokenStore, Tokens } from './tokens.ts';

export interface SessionParts {
  store: TokenStore;
  tabChannel: TabChannel;
  /** Milliseconds since the epoch. */
  now: () => number;
  newKey: () => string;
  /** Exchanges a refresh token; each token works for one exchange. Unless `background`, it counts as activity. */
  refresh: (refreshToken: string, background: boolean) => Promise<TokenAnswer>;
  /** Runs exclusively among all tabs that share the session. */
  lock: <T>(key: string, run: () => Promise<T>) => Promise<T>;
}

export type EndListener = (reason: EndReason | undefined) => void;

/** This tab's session: whether it can send, with which token, and what happens when it ends. */
export interface Session {
  isSignedIn: () => boolean;
  signIn: (answer: TokenAnswer) => void;
  /** Who signed in here, by the answer to the sign-in; undefined once the page was loaded again. */
  signedIn: () => SignedInUser | undefined;
  /** Takes over the session of another open tab if this one has none. */
  adoptFromPeers: () => Promise<boolean>;
  /** What all tabs of this session have in common. Undefined when signed out. */
  key: () => string | undefined;
  /** A valid access token. Callers during a refresh share that refresh. A `background` one is not activity. */
  accessToken: (options?: { background?: boolean }) => Promise<string>;
  /** The service rejected this token: the next caller refreshes, unless another has already done so. */
  reject: (accessToken: string) => void;
  /** The service answered a user's request, which restarts its idle timer. */
  recordActivity: () => void;
  /** Time of the last activity, in this tab or another of this session; undefined before the first. */
  lastActivity: () => number | undefined;
  onActivity: (listener: () => void) => () => void;
  end: (reason: EndReason | undefined) => void;
  /**
   * Runs work that ends this session, then ends it for this reason. The service may report the end before its answer, in its
   * own words: that is not shown. If the work fails, the session goes on, unless it has ended. @throws what the work throws
   */
  leave: <T>(work: () => Promise<T>, reason: EndReason | undefined) => Promise<T>;
  onEnd: (listener: EndListener) => () => void;
}

/** Refresh this long before the access token expires, so that it doesn't expire in transit. */
const headroomMs = 30_000;

export const createSession = ({ store, tabChannel, now, newKey, refresh, lock }: SessionParts): Session => {
  let tokens = store.load();
  let user: SignedInUser | undefined;
  let refreshing: Promise<string> | undefined;
  let activeAt: number | undefined;
  /** While this tab ends the session itself: the end that was reported meanwhile. */
  let leaving: { reported?: { reason: EndReason | undefined } } | undefined;
  const listeners = new Set<EndListener>();
  const activityListeners = new Set<() => void>();

  const freshAccess = (): string | undefined =>
    tokens?.access !== undefined && tokens.expiresAt - now() > headroomMs ? tokens.access : undefined;

  const hold = (next: Tokens) => {
    tokens = next;
    store.save(next);
  };

  const tokensFrom = (answer: TokenAnswer, key: string, generation: number): Tokens => ({
    key,
    generation,
    refresh: answer.refresh_token,
    access: answer.access_token,
    expiresAt: now() + answer.expires_in * 1_000,
  });

  const touch = () => {
    activeAt = now();
    for (const listener of activityListeners) listener();
  };

  const over = (reason: EndReason | undefined) => {
    tokens = undefined;
    user = undefined;
    activeAt = undefined;
    refreshing = undefined;
    store.clear();
    for (const listener of listeners) listener(reason);
  };

  /** Newer tokens of the same session, or an access token that was lost in a reload. */
  const receive = (offered: Tokens) => {
    if (tokens?.key !== offered.key) return;
    const fills = offered.generation === tokens.generation && tokens.access === undefined;
    if (offered.generation > tokens.generation || fills) hold(offered);
  };

  tabChannel.listen({
    onTokens: receive,
    onEnd: (key, reason) => {
      const ended = endReasons.find((known) => known === reason);
      if (tokens?.key !== key) return;
      if (leaving) leaving.reported ??= { reason: ended };
      else over(ended);
    },
    onActivity: (key) => {
      if (tokens?.key === key) touch();
    },
    onTokenRequest: ({ key, generation }) => {
      if (tokens === undefined) return undefined;
      if (key === undefined) return tokens;
      if (key !== tokens.key) return undefined;
      const helps = tokens.generation > generation || (tokens.generation === generation && freshAccess() !== undefined);
      return helps ? tokens : undefined;
    },
  });

  const end = (reason: EndReason | undefined) => {
    if (tokens === undefined) return;
    if (leaving) {
      leaving.reported ??= { reason };
      return;
    }
    tabChannel.announceEnd(tokens.key, reason);
    over(reason);
  };

  const leave: Session['leave'] = async (work, reason) => {
    const mine: NonNullable<typeof leaving> = {};
    leaving = mine;
    try {
      const result = await work();
      leaving = undefined;
      end(reason);
      return result;
    } catch (error) {
      leaving = undefined;
      if (mine.reported) end(mine.reported.reason);
      throw error;
    }
  };

  /** The tokens of the session being refreshed; the user may have signed in to another one since. */
  const held = (key: string): Tokens => {
    if (tokens?.key !== key) throw new SignedOutError();
    return tokens;
  };

  const rotate = async (key: string, background: boolean): Promise<string> => {
    held(key);
    // Another tab may have refreshed while this one waited for the lock or slept.
    const before = freshAccess();
    if (before !== undefined) return before;
    const offered = await tabChannel.requestTokens({ key, generation: held(key).generation });
    if (offered) receive(offered);
    const used = held(key);
    const received = freshAccess();
    if (received !== undefined) return received;

    const answer = await refresh(used.refresh, background).catch((error: unknown) => {
      const ended = endOf(error);
      const stillHeld = tokens?.key === key && tokens.generation === used.generation;
      if (ended && stillHeld) end(ended.reason);
      throw error;
    });
    const next = tokensFrom(answer, key, held(key).generation + 1);
    hold(next);
    tabChannel.announce(next);
    return answer.access_token;
  };

  return {
    isSignedIn: () => tokens !== undefined,
    signIn: (answer) => {
      refreshing = undefined;
      // What custom roles give besides is known once the profile is read.
      user = answer.user && { ...answer.user, granted: [] };
      hold(tokensFrom(answer, newKey(), 0));
    },
    signedIn: () => user,
    adoptFromPeers: async () => {
      if (tokens === undefined) {
        const offered = await tabChannel.requestTokens({ generation: -1 });
        if (offered && tokens === undefined) hold(offered);
      }
      return tokens !== undefined;
    },
    key: () => tokens?.key,
    accessToken: async ({ background = false } = {}) => {
      if (tokens === undefined) throw new SignedOutError();
      const access = freshAccess();
      if (access !== undefined) return access;
      if (refreshing === undefined) {
        const { key } = tokens;
        const mine = lock(key, () => rotate(key, background)).finally(() => {
          if (refreshing === mine) refreshing = undefined;
        });
        refreshing = mine;
      }
      return refreshing;
    },
    reject: (accessToken) => {
      if (tokens?.access !== accessToken) return;
      const { access: _refused, ...rest } = tokens;
      tokens = { ...rest, expiresAt: 0 };
    },
    recordActivity: () => {
      if (tokens === undefined) return;
      tabChannel.announceActivity(tokens.key);
      touch();
    },
    lastActivity: () => activeAt,
    onActivity: (listener) => {
      activityListeners.add(listener);
      return () => activityListeners.delete(listener);
    },
    end,
    leave,
    onEnd: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};
