import { TRPCClientError } from '@trpc/client';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createSession, type Session } from './session.ts';
import type { TabChannel, TabHandlers, TokenRequest } from './tab-channel.ts';
import { createTokenStore, type TokenAnswer, type Tokens } from './tokens.ts';

let time = 1_000_000;
beforeEach(() => {
  time = 1_000_000;
});

const problem = (code: string, status: number, more = {}) =>
  new TRPCClientError(code, {
    result: {
      error: { message: code, code: -32001, data: { problem: { code, status, request_id: 'req_1', ...more } } },
    },
  } as never);

const createMemoryStorage = () => {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
};

/** Tabs that hear each other at once. */
const createHub = () => {
  const tabs: TabHandlers[] = [];
  return (): TabChannel => {
    let own: TabHandlers | undefined;
    const others = () => tabs.filter((tab) => tab !== own);
    return {
      listen: (handlers) => {
        own = handlers;
        tabs.push(handlers);
      },
      requestTokens: async (request: TokenRequest) =>
        others()
          .map((tab) => tab.onTokenRequest(request))
          .find((answer) => answer !== undefined),
      announce: (tokens: Tokens) => {
        for (const tab of others()) tab.onTokens(tokens);
      },
      announceEnd: (key, reason) => {
        for (const tab of others()) tab.onEnd(key, reason);
      },
      announceActivity: (key) => {
        for (const tab of others()) tab.onActivity(key);
      },
    };
  };
};

/** A lock over all tabs, like navigator.locks. */
const createLock = () => {
  let tail: Promise<unknown> = Promise.resolve();
  return <T>(_key: string, run: () => Promise<T>): Promise<T> => {
    const mine = tail.then(run, run);
    tail = mine.catch(() => {});
    return mine;
  };
};

/** A service that gives each refresh token one use. */
const createService = () => {
  let live = 'r0';
  let count = 0;
  return {
    refresh: vi.fn(async (token: string): Promise<TokenAnswer> => {
      await Promise.resolve();
      if (token !== live) throw problem('REFRESH_TOKEN_INVALID', 401, { reason: 'reuse_detected' });
      count += 1;
      live = `r${count}`;
      return { access_token: `a${count}`, refresh_token: live, expires_in: 3_600 };
    }),
  };
};

const first: TokenAnswer = { access_token: 'a0', refresh_token: 'r0', expires_in: 3_600 };

const setUp = () => {
  const tabChannel = createHub();
  const lock = createLock();
  const service = createService();
  let keys = 0;
  const open = (storage = createMemoryStorage()): Session =>
    createSession({
      store: createTokenStore(storage),
      tabChannel: tabChannel(),
      now: () => time,
      newKey: () => `key${keys++}`,
      refresh: service.refresh,
      lock,
    });
  return { open, service };
};

describe('one tab', () => {
  test('sends the access token as long as it is good, without refreshing', async () => {
    const { open, service } = setUp();
    const tab = open();
    tab.signIn(first);
    time += 3_500_000;
    expect(await tab.accessToken()).toBe('a0');
    expect(service.refresh).not.toHaveBeenCalled();
  });

  test('twenty callers at once wait for one refresh', async () => {
    const { open, service } = setUp();
    const tab = open();
    tab.signIn(first);
    time += 3_600_000;
    const answers = await Promise.all(Array.from({ length: 20 }, () => tab.accessToken()));
    expect(new Set(answers)).toEqual(new Set(['a1']));
    expect(service.refresh).toHaveBeenCalledTimes(1);
  });

  test('a refused token is renewed once, also when several callers report it', async () => {
    const { open, service } = setUp();
    const tab = open();
    tab.signIn(first);
    tab.reject('a0');
    const renewed = await tab.accessToken();
    tab.reject('a0');
    expect([renewed, await tab.accessToken()]).toEqual(['a1', 'a1']);
    expect(service.refresh).toHaveBeenCalledTimes(1);
  });

  test('a network failure keeps the session; the next caller refreshes again', async () => {
    const { open, service } = setUp();
    const tab = open();
    const ended = vi.fn();
    tab.onEnd(ended);
    tab.signIn(first);
    time += 3_600_000;
    service.refresh.mockRejectedValueOnce(new TRPCClientError('fetch failed'));
    await expect(tab.accessToken()).rejects.toThrow('fetch failed');
    expect(tab.isSignedIn()).toBe(true);
    expect(await tab.accessToken()).toBe('a1');
    expect(ended).not.toHaveBeenCalled();
  });

  test('a refused refresh token ends the session and tells why', async () => {
    const { open } = setUp();
    const tab = open();
    const ended = vi.fn();
    tab.onEnd(ended);
    tab.signIn({ ...first, refresh_token: 'stale' });
    time += 3_600_000;
    await expect(tab.accessToken()).rejects.toThrow();
    expect(ended).toHaveBeenCalledExactlyOnceWith('reuse_detected');
    expect(tab.isSignedIn()).toBe(false);
    await expect(tab.accessToken()).rejects.toThrow('signed out');
  });

  test('a sign-in during a refresh is not overwritten by it', async () => {
    const { open } = setUp();
    const tab = open();
    tab.signIn(first);
    time += 3_600_000;
    const waiting = tab.accessToken();
    tab.signIn({ access_token: 'b0', refresh_token: 's0', expires_in: 3_600 });
    await expect(waiting).rejects.toThrow('signed out');
    expect(await tab.accessToken()).toBe('b0');
  });

  test('a reload stays signed in, and storage never holds the access token', async () => {
    const { open } = setUp();
    const storage = createMemoryStorage();
    open(storage).signIn(first);
    expect(storage.getItem('castellan-session')).not.toContain('a0');
    expect(createTokenStore(storage).load()).toMatchObject({ refresh: 'r0', generation: 0 });
  });

  test.each(['', 'null', '[]', '{"key":1}', 'not json'])('a damaged store (%s) is no session', (text) => {
    const storage = createMemoryStorage();
    storage.setItem('castellan-session', text);
    expect(createTokenStore(storage).load()).toBeUndefined();
  });
});

describe('several tabs of one session', () => {
  const duplicate = () => {
    const { open, service } = setUp();
    const storage = createMemoryStorage();
    const original = open(storage);
    original.signIn(first);
    const copied = createMemoryStorage();
    copied.setItem('castellan-session', storage.getItem('castellan-session') ?? '');
    return { original, copy: open(copied), service };
  };

  test('a duplicated tab is given the access token instead of refreshing', async () => {
    const { copy, service } = duplicate();
    expect(await copy.accessToken()).toBe('a0');
    expect(service.refresh).not.toHaveBeenCalled();
  });

  test('both need a new token at once: one refreshes, both go on', async () => {
    const { original, copy, service } = duplicate();
    time += 3_600_000;
    expect(await Promise.all([original.accessToken(), copy.accessToken()])).toEqual(['a1', 'a1']);
    time += 3_600_000;
    expect(await Promise.all([copy.accessToken(), original.accessToken()])).toEqual(['a2', 'a2']);
    expect(service.refresh.mock.calls).toEqual([['r0'], ['r1']]);
  });

  test('the end of the session is told to its other tabs, and to no others', () => {
    const { original, copy } = duplicate();
    const ended = vi.fn();
    copy.onEnd(ended);
    original.end('logout');
    expect(ended).toHaveBeenCalledExactlyOnceWith('logout');
    expect(copy.isSignedIn()).toBe(false);
  });

  test('activity is told to the other tabs of the session, and ends with it', () => {
    const { original, copy } = duplicate();
    const heard = vi.fn();
    copy.onActivity(heard);
    time += 60_000;
    original.recordActivity();
    expect([original.lastActivity(), copy.lastActivity()]).toEqual([time, time]);
    expect(heard).toHaveBeenCalledOnce();
    original.end('logout');
    expect([original.lastActivity(), copy.lastActivity()]).toEqual([undefined, undefined]);
    original.recordActivity();
    expect(original.lastActivity()).toBeUndefined();
  });

  test('another session in the same browser hears nothing of it', () => {
    const { open } = setUp();
    const [one, other] = [open(), open()];
    one.signIn(first);
    other.signIn(first);
    one.recordActivity();
    expect([one.lastActivity(), other.lastActivity()]).toEqual([time, undefined]);
  });

  test('a new tab takes the session over from an open one', async () => {
    const { open } = setUp();
    open().signIn(first);
    const fresh = open();
    expect(fresh.isSignedIn()).toBe(false);
    expect(await fresh.adoptFromPeers()).toBe(true);
    expect(await fresh.accessToken()).toBe('a0');
  });

  test('with nobody signed in, nothing is taken over', async () => {
    const { open } = setUp();
    open();
    expect(await open().adoptFromPeers()).toBe(false);
  });
});
