import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { shareBrowser } from '#e2e/support/browser-tabs.ts';
import type { LiveTopic } from '#shared/contract/live-topics.ts';
import { createLiveUpdates } from './live-updates.ts';
import type { Session } from './session.ts';

interface Connection {
  /** The session that asked, and for how many milliseconds back. */
  key: string;
  sinceMs: number;
  isOpen: boolean;
  send(event: string, data: object): void;
}

let time: number;
let connections: Connection[];
let isReachable: boolean;

/** A service whose streams stay open until the page leaves them. */
const serve: typeof fetch = async (input, init) => {
  if (!isReachable) throw new TypeError('Failed to fetch');
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const connection: Connection = {
    key: new Headers(init?.headers).get('authorization')?.replace('Bearer ', '') ?? '',
    sinceMs: Number(new URL(String(input), 'http://castellan.invalid').searchParams.get('since')),
    isOpen: true,
    send: (event, data) =>
      controller?.enqueue(new TextEncoder().encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)),
  };
  connections.push(connection);
  return new Response(
    new ReadableStream<Uint8Array>({
      start: (given) => {
        controller = given;
        init?.signal?.addEventListener('abort', () => {
          connection.isOpen = false;
          given.error(init.signal?.reason);
        });
      },
    }),
  );
};

beforeEach(() => {
  time = 1_000_000;
  connections = [];
  isReachable = true;
});

const tabs: (() => void)[] = [];
/** What the browser tells of the network. */
const page = new EventTarget();
afterEach(() => {
  for (const leave of tabs.splice(0)) leave();
  vi.useRealTimers();
});

/** A tab of the session with this key; undefined for one that is signed out. */
const openTab = (key: string | undefined) => {
  vi.stubGlobal('fetch', serve);
  vi.stubGlobal('window', page);
  const session = { key: () => key, accessToken: async () => key, reject: vi.fn(), end: vi.fn() };
  const heard: LiveTopic[][] = [];
  const updates = createLiveUpdates(
    session as unknown as Session,
    () => time,
    (topics) => heard.push([...topics]),
  );
  const listener = vi.fn();
  const leave = updates.subscribe(listener);
  tabs.push(leave);
  return { updates, heard, listener, leave, session };
};

const opened = (count: number) => vi.waitFor(() => expect(connections).toHaveLength(count), { interval: 1 });

test('tabs of one session share a connection, and all hear of changes', async () => {
  shareBrowser();
  const [one, two] = [openTab('mine'), openTab('mine')];
  await opened(1);
  connections[0]?.send('changed', { topics: ['runs'] });
  await vi.waitFor(() => expect(two.heard).toEqual([['runs']]));
  expect(one.heard).toEqual([['runs']]);
  expect(connections).toHaveLength(1);
});

test('tabs of two sessions have a connection each, and hear nothing of each other', async () => {
  shareBrowser();
  const [mine, other] = [openTab('mine'), openTab('other')];
  await opened(2);
  connections.find(({ key }) => key === 'mine')?.send('changed', { topics: ['audit'] });
  await vi.waitFor(() => expect(mine.heard).toEqual([['audit']]));
  expect(other.heard).toEqual([]);
});

test('another tab takes the connection over, and asks for what changed since it last heard anything', async () => {
  shareBrowser();
  const first = openTab('mine');
  await opened(1);
  const second = openTab('mine');
  time += 60_000;
  connections[0]?.send('changed', { topics: ['runs'] });
  await vi.waitFor(() => expect(second.heard).toEqual([['runs']]));
  time += 5_000;
  first.leave();
  await opened(2);
  expect(connections.map(({ isOpen, sinceMs }) => ({ isOpen, sinceMs }))).toEqual([
    // The screen may have read its data a second before; each request asks for two more.
    { isOpen: false, sinceMs: 3_000 },
    { isOpen: true, sinceMs: 7_000 },
  ]);
});

test('nothing is heard after the last subscriber has left, and one connection serves all of a tab', async () => {
  shareBrowser();
  const { updates, heard, leave } = openTab('mine');
  const leaveToo = updates.subscribe(() => {});
  await opened(1);
  leave();
  connections[0]?.send('changed', { topics: ['runs'] });
  await vi.waitFor(() => expect(heard).toEqual([['runs']]));
  expect(connections[0]?.isOpen).toBe(true);
  leaveToo();
  expect(connections.map(({ isOpen }) => isOpen)).toEqual([false]);
});

test('a tab that is signed out connects to nothing', async () => {
  shareBrowser();
  openTab(undefined);
  openTab('mine');
  await opened(1);
  expect(connections.map(({ key }) => key)).toEqual(['mine']);
});

describe.each(['none', 'refused'] as const)('without locks (%s)', (locks) => {
  /** Until tabs have agreed on the one that leads. */
  const agreed = () => vi.advanceTimersByTimeAsync(20_000);
  const open = () => connections.filter(({ isOpen }) => isOpen);

  beforeEach(() => {
    shareBrowser({ locks });
    vi.useFakeTimers();
  });

  test('seven tabs have one connection, and all hear of changes', async () => {
    const all = Array.from({ length: 7 }, () => openTab('mine'));
    await agreed();
    expect(open()).toHaveLength(1);
    open()[0]?.send('changed', { topics: ['runs'] });
    await vi.advanceTimersByTimeAsync(1);
    expect(all.map(({ heard }) => heard)).toEqual(all.map(() => [['runs']]));
  });

  test('another tab takes over when that one leaves', async () => {
    const all = [openTab('mine'), openTab('mine')];
    await agreed();
    const [first] = open();
    for (const { leave } of all.splice(0, 1)) leave();
    await agreed();
    expect(open()).toHaveLength(1);
    open()[0]?.send('changed', { topics: ['runs'] });
    await vi.advanceTimersByTimeAsync(1);
    expect(all.map(({ heard }) => heard)).toEqual([[['runs']]]);
    expect(first).toBeDefined();
  });

  test('a tab without channels has its own connection', async () => {
    openTab('mine');
    shareBrowser({ locks, channels: 'refused' });
    openTab('mine');
    await agreed();
    expect(open()).toHaveLength(2);
  });
});

test('a page that its browser keeps leaves the connection to others, and asks for what it missed once it is back', async () => {
  shareBrowser();
  const { heard } = openTab('mine');
  await opened(1);
  page.dispatchEvent(new Event('pagehide'));
  expect(connections.map(({ isOpen }) => isOpen)).toEqual([false]);
  time += 24 * 3_600_000;
  page.dispatchEvent(new Event('pageshow'));
  await opened(2);
  expect(connections[1]).toMatchObject({ isOpen: true, sinceMs: 24 * 3_600_000 + 3_000 });
  connections[1]?.send('changed', { topics: ['team'] });
  await vi.waitFor(() => expect(heard).toEqual([['team']]));
});

test('what a tab of another version says beyond changes means nothing', async () => {
  shareBrowser();
  const { updates } = openTab('mine');
  await opened(1);
  const other = new BroadcastChannel('castellan-live-mine');
  other.postMessage({ news: 'of a later version' });
  await new Promise((resolve) => setTimeout(resolve));
  expect(updates.isLost()).toBe(false);
});

test('every tab learns that the connection is lost, and that it is back', async () => {
  shareBrowser();
  vi.useFakeTimers();
  isReachable = false;
  const [one, two] = [openTab('mine'), openTab('mine')];
  await vi.advanceTimersByTimeAsync(10_000);
  expect([one.updates.isLost(), two.updates.isLost()]).toEqual([true, true]);
  expect([one.listener.mock.calls.length, two.listener.mock.calls.length]).toEqual([1, 1]);
  isReachable = true;
  await vi.advanceTimersByTimeAsync(30_000);
  connections[0]?.send('ready', {});
  await vi.advanceTimersByTimeAsync(0);
  expect([one.updates.isLost(), two.updates.isLost()]).toEqual([false, false]);
  expect([one.listener.mock.calls.length, two.listener.mock.calls.length]).toEqual([2, 2]);
});

test('a network that is back ends the wait for the next attempt', async () => {
  shareBrowser();
  vi.useFakeTimers();
  isReachable = false;
  openTab('mine');
  await vi.advanceTimersByTimeAsync(60_000);
  isReachable = true;
  expect(connections).toHaveLength(0);
  page.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(0);
  expect(connections).toHaveLength(1);
});

test('a tab that leaves while the connection is lost forgets that', async () => {
  shareBrowser();
  vi.useFakeTimers();
  isReachable = false;
  const { updates, leave } = openTab('mine');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(updates.isLost()).toBe(true);
  leave();
  expect(updates.isLost()).toBe(false);
});
