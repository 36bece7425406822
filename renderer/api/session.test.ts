import { TRPCClientError } from '@trpc/client';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createHub, createLock, createMemoryStorage } from '#e2e/support/session-tabs.ts';
import { createKeptTexts } from '../parts/kept-texts.ts';
import { createSession, type Session } from './session.ts';
import { createTokenStore, type TokenAnswer } from './tokens.ts';

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

/** A service that accepts each refresh token once. */
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
      store: createTokenStore(
        createKeptTexts(() => storage),
        '/',
      ),
      tabChannel: tabChannel(),
      now: () => time,
      newKey: () => `key${keys++}`,
      refresh: service.refresh,
      lock,
    });
  return { open, service };
};

describe('one tab', () => {
  test('uses a valid access token without refreshing', async () => {
    const { open, service } = setUp();
    const tab = open();
    tab.signIn(first);
    time += 3_500_000;
    expect(await tab.accessToken()).toBe('a0');
    expect(service.refresh).not.toHaveBeenCalled();
  });

  test('knows who signed in until the session ends', () => {
    const tab = setUp().open();
    expect(tab.signedIn()).toBeUndefined();
    tab.signIn({ ...first, user: { email: 'ada@example.org', tenant_id: 'tnt_1', role: 'member' } });
    expect(tab.signedIn()).toEqual({ email: 'ada@example.org', tenant_id: 'tnt_1', role: 'member', granted: [] });
    tab.end(undefined);
    expect(tab.signedIn()).toBeUndefined();
    tab.signIn(first);
    expect(tab.signedIn()).toBeUndefined();
  });

  test('makes twenty concurrent callers wait for one refresh', async () => {
    const { open, service } = setUp();
    const tab = open();
    tab.signIn(first);
    time += 3_600_000;
    const answers = await Promise.all(Array.from({ length: 20 }, () => tab.accessToken()));
    expect(new Set(answers)).toEqual(new Set(['a1']));
    expect(service.refresh).toHaveBeenCalledTimes(1);
  });

  test('refreshes a refused token once, even if several callers report it', async () => {
    const { open, service } = setUp();
    const tab = open();
    tab.signIn(first);
    tab.reject('a0');
    const renewed = await tab.accessToken();
    tab.reject('a0');
    expect([renewed, await tab.accessToken()]).toEqual(['a1', 'a1']);
    expect(service.refresh).toHaveBeenCalledTimes(1);
  });

  test('keeps the session after a network failure, and refreshes for the next caller', async () => {
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

  test('ends the session with the reason if the refresh token is refused', async () => {
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

  test('keeps a sign-in that happens during a refresh', async () => {
    const { open } = setUp();
    const tab = open();
    tab.signIn(first);
    time += 3_600_000;
    const waiting = tab.accessToken();
    tab.signIn({ access_token: 'b0', refresh_token: 's0', expires_in: 3_600 });
    await expect(waiting).rejects.toThrow('signed out');
    expect(await tab.accessToken()).toBe('b0');
  });

  test('stays signed in after a reload, without storing the access token', async () => {
    const { open } = setUp();
    const storage = createMemoryStorage();
    open(storage).signIn(first);
    expect(storage.getItem('castellan-session')).not.toContain('a0');
    expect(
      createTokenStore(
        createKeptTexts(() => storage),
        '/',
      ).load(),
    ).toMatchObject({ refresh: 'r0', generation: 0 });
  });

  test.each(['', 'null', '[]', '{"key":1}', 'not json'])('treats a damaged store (%s) as signed out', (text) => {
    const storage = createMemoryStorage();
    storage.setItem('castellan-session', text);
    expect(
      createTokenStore(
        createKeptTexts(() => storage),
        '/',
      ).load(),
    ).toBeUndefined();
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

  test('give a duplicated tab the access token instead of refreshing', async () => {
    const { copy, service } = duplicate();
    expect(await copy.accessToken()).toBe('a0');
    expect(service.refresh).not.toHaveBeenCalled();
  });

  test('refresh once if two of them need a new token at the same time', async () => {
    const { original, copy, service } = duplicate();
    time += 3_600_000;
    expect(await Promise.all([original.accessToken(), copy.accessToken()])).toEqual(['a1', 'a1']);
    time += 3_600_000;
    expect(await Promise.all([copy.accessToken(), original.accessToken()])).toEqual(['a2', 'a2']);
    expect(service.refresh.mock.calls).toEqual([
      ['r0', false],
      ['r1', false],
    ]);
  });

  test('tell each other, and no other tabs, when the session ends', () => {
    const { original, copy } = duplicate();
    const ended = vi.fn();
    copy.onEnd(ended);
    original.end('logout');
    expect(ended).toHaveBeenCalledExactlyOnceWith('logout');
    expect(copy.isSignedIn()).toBe(false);
  });

  describe('that leave', () => {
    const leaving = () => {
      const { original, copy } = duplicate();
      const ended = vi.fn();
      original.onEnd(ended);
      const answer = Promise.withResolvers<string>();
      const left = original.leave(() => answer.promise, undefined);
      return { original, copy, ended, answer, left };
    };

    test('end for their own reason, however the service reports it before its answer', async () => {
      for (const report of ['itself', 'another tab'] as const) {
        const { original, copy, ended, answer, left } = leaving();
        (report === 'itself' ? original : copy).end('deleted');
        expect([original.isSignedIn(), ended.mock.calls]).toEqual([true, []]);
        answer.resolve('done');
        expect(await left).toBe('done');
        expect([original.isSignedIn(), ended.mock.calls]).toEqual([false, [[undefined]]]);
        expect(copy.isSignedIn()).toBe(false);
      }
    });

    test('stay if that fails, unless the session ended meanwhile', async () => {
      const { original, ended, answer, left } = leaving();
      answer.reject(new Error('refused'));
      await expect(left).rejects.toThrow('refused');
      expect([original.isSignedIn(), ended.mock.calls]).toEqual([true, []]);

      const again = Promise.withResolvers<string>();
      const failing = original.leave(() => again.promise, undefined);
      original.end('revoked');
      again.reject(new Error('refused'));
      await expect(failing).rejects.toThrow('refused');
      expect([original.isSignedIn(), ended.mock.calls]).toEqual([false, [['revoked']]]);
    });
  });

  test('share activity until the session ends', () => {
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

  test('send nothing to another session in the same browser', () => {
    const { open } = setUp();
    const [one, other] = [open(), open()];
    one.signIn(first);
    other.signIn(first);
    one.recordActivity();
    expect([one.lastActivity(), other.lastActivity()]).toEqual([time, undefined]);
  });

  test('pass the session on to a new tab', async () => {
    const { open } = setUp();
    open().signIn(first);
    const fresh = open();
    expect(fresh.isSignedIn()).toBe(false);
    expect(await fresh.adoptFromPeers()).toBe(true);
    expect(await fresh.accessToken()).toBe('a0');
  });

  test('pass nothing on if nobody is signed in', async () => {
    const { open } = setUp();
    open();
    expect(await open().adoptFromPeers()).toBe(false);
  });
});
