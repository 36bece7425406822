import { expect, test, vi } from 'vitest';
import { shareBrowser } from '#e2e/support/browser-tabs.ts';
import { createTabChannel, type TabHandlers } from './tab-channel.ts';
import type { Tokens } from './tokens.ts';

const tokens: Tokens = { key: 'mine', generation: 3, refresh: 'r3', access: 'a3', expiresAt: 1 };

let ids = 0;
const openTab = (answer?: Tokens, basePath = '/') => {
  const tab = createTabChannel(() => `id${ids++}`, basePath);
  const handlers = {
    onTokens: vi.fn<TabHandlers['onTokens']>(),
    onEnd: vi.fn<TabHandlers['onEnd']>(),
    onActivity: vi.fn<TabHandlers['onActivity']>(),
    onTokenRequest: vi.fn<TabHandlers['onTokenRequest']>(() => answer),
  };
  tab.listen(handlers);
  return { tab, handlers };
};

test('what one tab announces reaches the others, and not itself', async () => {
  shareBrowser();
  const [one, two, three] = [openTab(), openTab(), openTab()];
  one.tab.announce(tokens);
  one.tab.announceEnd('mine', 'revoked');
  one.tab.announceActivity('mine');
  for (const { handlers } of [two, three]) {
    await vi.waitFor(() => expect(handlers.onActivity.mock.calls).toEqual([['mine']]));
    expect([handlers.onTokens.mock.calls, handlers.onEnd.mock.calls]).toEqual([[[tokens]], [['mine', 'revoked']]]);
  }
  for (const handler of Object.values(one.handlers)) expect(handler).not.toHaveBeenCalled();
});

test('the only tab asks nobody for tokens, and waits for nobody', async () => {
  shareBrowser();
  vi.useFakeTimers();
  const answered = vi.fn();
  void openTab(tokens).tab.requestTokens({ generation: -1 }).then(answered);
  await vi.advanceTimersByTimeAsync(0);
  expect(answered).toHaveBeenCalledExactlyOnceWith(undefined);
  vi.useRealTimers();
});

test('a tab gets the tokens that another offers for its request', async () => {
  shareBrowser();
  const { tab } = openTab();
  const other = openTab(tokens);
  expect(await tab.requestTokens({ key: 'mine', generation: 2 })).toEqual(tokens);
  expect(other.handlers.onTokenRequest.mock.calls).toEqual([[{ key: 'mine', generation: 2 }]]);
});

test('an answer is for the request that it answers, not for another that waits', async () => {
  shareBrowser();
  const { tab } = openTab();
  const other = openTab();
  other.handlers.onTokenRequest.mockImplementation(({ key }) => (key === 'b' ? { ...tokens, key } : undefined));
  const answers = await Promise.all(['a', 'b'].map((key) => tab.requestTokens({ key, generation: 0 })));
  expect(answers.map((answer) => answer?.key)).toEqual([undefined, 'b']);
});

test('a tab waits 200 milliseconds for an answer, and without locks it always asks', async () => {
  shareBrowser({ locks: 'none' });
  vi.useFakeTimers();
  const { tab } = openTab();
  const answered = vi.fn();
  void tab.requestTokens({ generation: -1 }).then(answered);
  await vi.advanceTimersByTimeAsync(199);
  expect(answered).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(answered).toHaveBeenCalledExactlyOnceWith(undefined);
  vi.useRealTimers();
});

test('tabs of two servers that share an address hear nothing of each other', async () => {
  shareBrowser();
  const { tab } = openTab(undefined, '/one/');
  const [other, same] = [openTab(tokens, '/two/'), openTab(undefined, '/one/')];
  tab.announceActivity('mine');
  await vi.waitFor(() => expect(same.handlers.onActivity).toHaveBeenCalled());
  expect(await tab.requestTokens({ generation: -1 })).toBeUndefined();
  expect([other.handlers.onActivity, other.handlers.onTokenRequest].map(({ mock }) => mock.calls)).toEqual([[], []]);
});

test('a browser that refuses locks and channels leaves each tab alone', async () => {
  shareBrowser({ locks: 'refused', channels: 'refused' });
  const { tab } = openTab();
  openTab(tokens);
  tab.announce(tokens);
  expect(await tab.requestTokens({ generation: -1 })).toBeUndefined();
});
