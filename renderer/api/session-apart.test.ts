import { beforeEach, expect, test, vi } from 'vitest';
import { createKeptTexts } from '../parts/kept-texts.ts';
import { createSession } from './session.ts';
import type { TabChannel, TabHandlers } from './tab-channel.ts';
import { createTokenStore, type TokenAnswer, type Tokens } from './tokens.ts';

// Two sessions in one browser: what the other one does must not reach this one.

let time = 1_000_000;
beforeEach(() => {
  time = 1_000_000;
});

const first: TokenAnswer = { access_token: 'a0', refresh_token: 'r0', expires_in: 3_600 };

/** A tab that holds a session, and what the others can do to it. */
const setUp = () => {
  let handlers: TabHandlers | undefined;
  const offered = vi.fn<TabChannel['requestTokens']>(async () => undefined);
  const refresh = vi.fn<(token: string, background: boolean) => Promise<TokenAnswer>>(async () => ({
    access_token: 'fresh',
    refresh_token: 'r1',
    expires_in: 3_600,
  }));
  let stored: string | null = null;
  const storage = {
    getItem: () => stored,
    setItem: (_: string, value: string) => {
      stored = value;
    },
    removeItem: () => {
      stored = null;
    },
  };
  const tab = createSession({
    store: createTokenStore(
      createKeptTexts(() => storage),
      '/',
    ),
    tabChannel: {
      listen: (given) => {
        handlers = given;
      },
      requestTokens: offered,
      announce: () => {},
      announceEnd: () => {},
      announceActivity: () => {},
    },
    now: () => time,
    newKey: () => 'mine',
    refresh,
    lock: (_, run) => run(),
  });
  tab.signIn(first);
  if (!handlers) throw new Error('The session listens to no other tab');
  return { tab, handlers, offered, refresh, storage };
};

const tokensOf = (key: string, generation = 9): Tokens => ({
  key,
  generation,
  refresh: 'theirs',
  access: 'theirs',
  expiresAt: time + 3_600_000,
});

test('neither takes over what the other announces', async () => {
  const { tab, handlers, storage } = setUp();
  handlers.onTokens(tokensOf('other'));
  expect([tab.key(), await tab.accessToken()]).toEqual(['mine', 'a0']);
  expect(storage.getItem()).toContain('r0');
  handlers.onTokens(tokensOf('mine'));
  expect(await tab.accessToken()).toBe('theirs');
});

test('neither takes over what the other offers', async () => {
  const { tab, offered, refresh } = setUp();
  offered.mockImplementation(async () => tokensOf('other'));
  time += 3_600_000;
  expect([await tab.accessToken(), tab.key()]).toEqual(['fresh', 'mine']);
  expect(refresh).toHaveBeenCalledExactlyOnceWith('r0', false);
});

test('neither gives the other its tokens, unless a new tab asks for any', () => {
  const { handlers } = setUp();
  expect(handlers.onTokenRequest({ key: 'other', generation: -1 })).toBeUndefined();
  expect(handlers.onTokenRequest({ generation: -1 })).toMatchObject({ key: 'mine', refresh: 'r0' });
});

test('neither ends with the other, nor counts its activity', () => {
  const { tab, handlers } = setUp();
  const ended = vi.fn();
  tab.onEnd(ended);
  handlers.onEnd('other', 'revoked');
  handlers.onActivity('other');
  expect([tab.isSignedIn(), ended.mock.calls, tab.lastActivity()]).toEqual([true, [], undefined]);
});

test('older tokens of the same session are not taken back', async () => {
  const { tab, handlers } = setUp();
  handlers.onTokens({ ...tokensOf('mine', 0), access: 'older' });
  expect(await tab.accessToken()).toBe('a0');
});

test('an unknown reason of an end is no reason', () => {
  const { tab, handlers } = setUp();
  const ended = vi.fn();
  tab.onEnd(ended);
  handlers.onEnd('mine', 'of a newer console');
  expect(ended).toHaveBeenCalledExactlyOnceWith(undefined);
});

test('a refresh says whether a timer caused it, and comes half a minute before the token expires', async () => {
  const { tab, refresh } = setUp();
  time += 3_569_999;
  expect(await tab.accessToken({ background: true })).toBe('a0');
  time += 1;
  expect(await tab.accessToken({ background: true })).toBe('fresh');
  expect(refresh).toHaveBeenCalledExactlyOnceWith('r0', true);
});
