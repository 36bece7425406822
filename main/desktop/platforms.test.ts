import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { app, session } from '#e2e/support/electron.ts';
import { createPassingLimit } from '#e2e/support/passing-limit.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { temporaryFolder } from '#e2e/support/temporary-folder.ts';
import { second } from '#shared/rules/limits.ts';
import { createLogger } from '../platform/logger.ts';
import { watchLaunches } from './launches.ts';
import { createAutostartEntry, createLoginItem, followLoginItem, wasOpenedAtLogin } from './login-item.ts';
import { mostGraphicsCrashes, watchLostProcesses } from './lost-processes.ts';
import { plainBody } from './notifications.ts';
import type { DesktopSettings } from './settings.ts';
import { passwordStoreFor } from './switches.ts';
import { createUpdates, isNewer, readFeed } from './updates.ts';

/** Branches for other systems, which Electron on this one doesn't reach. */

const { loginItem } = app;
const { fetch: fetched } = session.fromPartition('updates');
const silent = createLogger('silent');

const folder = perTest(() => temporaryFolder('castellan-desktop-unit-'));

describe('starting at login on Linux', () => {
  it('writes an entry to the autostart folder, with special words quoted', () => {
    const file = join(folder.path, 'autostart/castellan.desktop');
    const entry = createAutostartEntry(file, ['/opt/My "Apps"/castellan', '100%', '--hidden']);
    expect(entry.isOn()).toBe(false);
    entry.set(true);
    expect(entry.isOn()).toBe(true);
    expect(readFileSync(file, 'utf8')).toContain('Exec="/opt/My \\\\"Apps\\\\"/castellan" "100%%" --hidden\n');
    entry.set(false);
    entry.set(false);
    expect(entry.isOn()).toBe(false);
  });
});

describe('a program that starts at login on Linux and was moved', () => {
  const entryOf = (name: string, ...options: string[]) => {
    const file = join(folder.path, 'autostart/castellan.desktop');
    const program = join(folder.path, name);
    return { file, program, entry: createAutostartEntry(file, [program, ...options, '--hidden']) };
  };
  const textOf = (file: string) => readFileSync(file, 'utf8');

  it.each(['Castellan.AppImage', 'My 100% "new" \\ apps.AppImage'])(
    'is followed, with the options of the entry: %s',
    (name) => {
      const before = entryOf(name, '--data-dir=/srv/my castellan');
      before.entry.set(true);
      const now = entryOf(`moved ${name}`);
      followLoginItem(now.entry, silent);
      const wanted = entryOf(`moved ${name}`, '--data-dir=/srv/my castellan');
      const followed = textOf(now.file);
      wanted.entry.set(true);
      expect(followed).toBe(textOf(now.file));
    },
  );

  it('is followed from an entry that names it only in its command', () => {
    const { file, program, entry } = entryOf('new.AppImage');
    mkdirSync(join(folder.path, 'autostart'));
    writeFileSync(file, `[Desktop Entry]\nExec=/gone/old.AppImage --hidden\n`);
    entry.follow();
    expect(textOf(file)).toContain(`\nExec=${program} --hidden\n`);
  });

  it('is left alone while it is still there, is not one of the app, or nothing starts at login', () => {
    const before = entryOf('old.AppImage');
    before.entry.set(true);
    writeFileSync(before.program, '');
    const text = textOf(before.file);
    const { file, entry } = entryOf('new.AppImage');
    entry.follow();
    expect(textOf(file)).toBe(text);
    writeFileSync(file, 'something else');
    entry.follow();
    expect(textOf(file)).toBe('something else');
    entry.set(false);
    entry.follow();
    expect(entry.isOn()).toBe(false);
  });

  it('keeps no one from starting it if the entry can’t be read', () => {
    const { file, entry } = entryOf('new.AppImage');
    mkdirSync(file, { recursive: true });
    expect(() => followLoginItem(entry, silent)).not.toThrow();
  });
});

describe('starting at login on other systems', () => {
  const on = (platform: NodeJS.Platform) => vi.spyOn(process, 'platform', 'get').mockReturnValue(platform);

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

describe('a graphics process that keeps crashing', () => {
  it('makes the next starts go without the graphics card', () => {
    let settings = { usesGraphics: true };
    const store = {
      get: () => settings as DesktopSettings,
      set: (changed: Partial<DesktopSettings>) => {
        settings = { ...settings, ...changed };
      },
    };
    watchLostProcesses(store, silent);
    const crash = (type: string, reason = 'crashed') =>
      app.emit('child-process-gone', {}, { type, reason, exitCode: 139 });
    for (let count = 1; count < mostGraphicsCrashes; count += 1) crash('GPU');
    crash('Utility');
    crash('GPU', 'clean-exit');
    expect(settings.usesGraphics).toBe(true);
    crash('GPU');
    expect(settings.usesGraphics).toBe(false);
    expect(app.disableHardwareAcceleration).not.toHaveBeenCalled();
    watchLostProcesses(store, silent);
    expect(app.disableHardwareAcceleration).toHaveBeenCalledOnce();
  });
});

describe('the keyring on Linux', () => {
  it.each(['GNOME', 'ubuntu:GNOME', 'KDE', 'XFCE', 'X-Cinnamon', 'Unity:Unity7:ubuntu'])(
    'of %s is known',
    (desktop) => {
      expect(passwordStoreFor('linux', desktop)).toBeUndefined();
    },
  );

  it.each([undefined, '', 'sway', 'Hyprland', 'i3', 'wlroots:river'])('of %s is whatever keeps secrets', (desktop) => {
    expect(passwordStoreFor('linux', desktop)).toBe('gnome-libsecret');
    expect(passwordStoreFor('darwin', desktop)).toBeUndefined();
  });
});

describe('the text of a notification', () => {
  it('is no markup where desktops would read it', () => {
    const hostile = 'Pay <a href="https://evil.example">here</a> & &lt;now&gt;';
    expect(plainBody(hostile, 'linux')).toBe('Pay ‹a href="https://evil.example">here‹/a> & &lt;now&gt;');
    expect(plainBody(hostile, 'darwin')).toBe(hostile);
    expect(plainBody(hostile, 'win32')).toBe(hostile);
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
