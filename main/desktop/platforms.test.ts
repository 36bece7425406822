import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { app, session } from '#e2e/support/electron.ts';
import { createPassingLimit } from '#e2e/support/passing-limit.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { temporaryFolder } from '#e2e/support/temporary-folder.ts';
import type { RemoteServer } from '#shared/contract/desktop-bridge.ts';
import { second } from '#shared/rules/limits.ts';
import { createLogger } from '../platform/logger.ts';
import { watchLaunches } from './launches.ts';
import { createAutostartEntry, createLoginItem, wasOpenedAtLogin } from './login-item.ts';
import { menuTemplate } from './menu.ts';
import { trayTemplate } from './remotes/remote-menu.ts';
import { textsIn } from './texts.ts';
import { createUpdates, isNewer, readFeed } from './updates.ts';

/** Branches for other systems, which Electron on this one doesn't reach. */

const { loginItem } = app;
const { fetch: fetched } = session.fromPartition('updates');
const silent = createLogger('silent');

const folder = perTest(() => temporaryFolder('castellan-desktop-unit-'));

describe('starting at login on Linux', () => {
  it('writes an entry to the autostart folder, with every word quoted', () => {
    const file = join(folder.path, 'autostart/castellan.desktop');
    const entry = createAutostartEntry(file, ['/opt/My "Apps"/castellan', '100%', '--hidden']);
    expect(entry.isOn()).toBe(false);
    entry.set(true);
    expect(entry.isOn()).toBe(true);
    expect(readFileSync(file, 'utf8')).toContain('Exec="/opt/My \\"Apps\\"/castellan" "100%%" "--hidden"\n');
    entry.set(false);
    entry.set(false);
    expect(entry.isOn()).toBe(false);
  });
});

describe('starting at login on other systems', () => {
  const on = (platform: NodeJS.Platform) => vi.spyOn(process, 'platform', 'get').mockReturnValue(platform);
  afterEach(() => vi.restoreAllMocks());

  it('reads the entry by the arguments that it was set with', () => {
    on('win32');
    const item = createLoginItem('/opt/castellan', ['--data-dir=C:\\Castellan Data']);
    expect(item.isOn()).toBe(false);
    item.set(true);
    expect(item.isOn()).toBe(true);
    expect(loginItem.args).toBe('--data-dir=C:\\Castellan Data,--hidden');
    item.set(false);
    expect(item.isOn()).toBe(false);
  });

  it('is reported by macOS, which takes no arguments', () => {
    loginItem.wasOpenedAtLogin = true;
    on('darwin');
    expect(wasOpenedAtLogin()).toBe(true);
    on('win32');
    expect(wasOpenedAtLogin()).toBe(false);
  });
});

describe('the menu', () => {
  const off = { isOn: false, set: () => {} };
  const actions = {
    openShown: () => {},
    zoom: () => {},
    focusStrip: () => {},
    reload: () => {},
    showRemote: () => {},
    manageRemotes: () => {},
    chooseServer: () => {},
    show: () => {},
    goBack: () => {},
    goForward: () => {},
    find: () => {},
    exportDiagnostics: () => {},
    copyAddress: () => {},
    backUp: () => {},
    openLogs: () => {},
    openReference: () => {},
    checkForUpdates: undefined,
    quit: () => {},
  };
  const template = (platform: NodeJS.Platform) =>
    menuTemplate(
      textsIn('en'),
      actions,
      { closeToTray: off, startAtLogin: off, staySignedIn: undefined },
      { all: [], shown: undefined, unseenOf: () => 0 },
      { platform, developing: false },
    );

  it("has the app's own menu on macOS, with quit and settings in it", () => {
    const [first, file] = template('darwin');
    const ids = (menu: typeof first) =>
      (Array.isArray(menu?.submenu) ? menu.submenu : []).map(({ id, role }) => id ?? role);
    expect(ids(first)).toEqual(expect.arrayContaining(['about', 'services', 'hide', 'close-to-tray', 'quit']));
    expect(ids(file)).not.toContain('quit');
    expect(ids(file)).toContain('close');
  });

  it('has quit and settings under File on other systems, and no developer tools', () => {
    const words = JSON.stringify(template('win32'));
    expect(words).toContain('"id":"quit"');
    expect(words).not.toContain('toggleDevTools');
    expect(words).toContain('Stay Signed In (No Keyring Here)');
  });
});

describe('the menu of the tray icon', () => {
  const idsOf = (items: ReturnType<typeof trayTemplate>) => items.map(({ id, type }) => id ?? type);
  const trayOf = (all: RemoteServer[], unseen: Readonly<Record<string, number>> = {}, showRemote = vi.fn()) =>
    trayTemplate(
      textsIn('en'),
      { show: () => {}, copyAddress: () => {}, quit: () => {}, showRemote },
      { all, shown: 'b', unseenOf: (id) => unseen[id ?? 'own'] ?? 0 },
    );
  const remotes = [
    { id: 'a', name: 'Research & Development', address: 'https://rd.example.org/', color: 0, isPreset: false },
    { id: 'b', name: 'b.example.org', address: 'https://b.example.org/', color: 1, isPreset: false },
  ];

  it('lists no servers if there are none', () => {
    expect(idsOf(trayOf([]))).toEqual(['tray-open', 'tray-copy-address', 'separator', 'tray-quit']);
  });

  it('leads to each server, and tells how many of its notifications no one has seen', () => {
    const showRemote = vi.fn();
    const places = trayOf(remotes, { own: 1, a: 12 }, showRemote).filter(({ type }) => type === 'radio');
    expect(places.map(({ label, checked }) => [label, checked])).toEqual([
      ['This Computer · 1 new', false],
      ['Research && Development (rd.example.org) · 12 new', false],
      ['b.example.org', true],
    ]);
    for (const { click } of places) (click as () => void)();
    expect(showRemote.mock.calls).toEqual([[undefined], ['a'], ['b']]);
  });
});

describe('a link that macOS passes on', () => {
  it('opens its page, while anything else only opens the window', async () => {
    const follow = vi.fn();
    const show = vi.fn();
    watchLaunches({ follow, show });
    const event = { preventDefault: vi.fn() };
    app.emit('open-url', event, 'castellan://verify#token=a-token_of.sixteen');
    await expect.poll(() => follow.mock.calls).toEqual([[{ kind: 'page', page: '/verify#token=a-token_of.sixteen' }]]);
    app.emit('open-url', event, 'castellan://evil');
    await expect.poll(() => show.mock.calls.length).toBe(1);
    expect(event.preventDefault).toHaveBeenCalledTimes(2);
  });
});

describe('updates', () => {
  const feed = new URL('https://updates.example.org/castellan.json');
  const answer =
    (body: unknown, status = 200) =>
    async () =>
      Response.json(body, { status });

  it('are found by comparing versions numerically', () => {
    expect(isNewer('0.10.0', '0.9.9')).toBe(true);
    expect(isNewer('1.0.0', '1.0.0')).toBe(false);
    expect(isNewer('1.0.0', '1.0.1')).toBe(false);
  });

  it('need an https feed, and none is used unless set', () => {
    expect(readFeed(undefined, silent)).toBeUndefined();
    expect(readFeed('', silent)).toBeUndefined();
    expect(readFeed('http://updates.example.org/', silent)).toBeUndefined();
    expect(readFeed(feed.href, silent)?.href).toBe(feed.href);
  });

  it('are announced if newer, but not if the download leads elsewhere', async () => {
    const updates = createUpdates({ feed, version: '1.0.0', log: silent });
    fetched.mockImplementationOnce(answer({ version: '1.0.1', url: 'https://updates.example.org/1.0.1' }));
    expect(await updates.check()).toEqual({ version: '1.0.1', url: 'https://updates.example.org/1.0.1' });
    fetched.mockImplementationOnce(answer({ version: '1.0.0', url: 'https://updates.example.org/1.0.0' }));
    expect(await updates.check()).toBeUndefined();
    fetched.mockImplementationOnce(answer({ version: '1.0.1', url: 'https://evil.example/1.0.1' }));
    await expect(updates.check()).rejects.toThrow('another host');
    fetched.mockImplementationOnce(answer({ version: '1.0.1; rm', url: 'https://updates.example.org/' }));
    await expect(updates.check()).rejects.toThrow();
    fetched.mockImplementationOnce(answer({}, 500));
    await expect(updates.check()).rejects.toThrow('500');
  });

  describe('from a host that doesn’t stop', () => {
    let host: Server;
    let cut: Promise<unknown>;
    /** Reads the feed over a real connection. */
    const read = async (respond: (response: ServerResponse) => void) => {
      const { promise, resolve } = Promise.withResolvers<unknown>();
      cut = promise;
      host = createServer((_request, response) => {
        response.once('close', resolve);
        respond(response);
      }).listen(0, '127.0.0.1');
      await once(host, 'listening');
      const { port } = host.address() as { port: number };
      fetched.mockImplementationOnce((...args: unknown[]) => fetch(...(args as Parameters<typeof fetch>)));
      return createUpdates({ feed: new URL(`http://127.0.0.1:${port}/`), version: '1.0.0', log: silent }).check();
    };
    afterEach(() => {
      host.closeAllConnections();
      host.close();
    });

    it('reads 64 kB, and no more', async () => {
      const pour = (response: ServerResponse): void => {
        while (!response.destroyed && response.write('x'.repeat(1_000)));
      };
      const reading = read((response) => {
        response.on('drain', () => pour(response));
        pour(response);
      });
      await expect(reading).rejects.toThrow('more than 65536 bytes');
      await cut;
    });

    it('reads for 30 seconds, and no longer', async () => {
      const limit = createPassingLimit(30 * second);
      const begun = Promise.withResolvers<void>();
      const reading = read((response) => {
        response.write('{');
        begun.resolve();
      });
      const outcome = reading.then(
        () => 'read',
        (error: Error) => error.name,
      );
      await begun.promise;
      limit.pass();
      expect(await outcome).toBe('TimeoutError');
      await cut;
    });
  });
});
