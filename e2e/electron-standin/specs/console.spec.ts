import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { type ElectronApplication, _electron as electron, expect, type Page, test } from '@playwright/test';

let app: ElectronApplication, win: Page, dir: string;
const launch = (extra: string[] = [], env: Record<string, string> = {}) =>
  electron.launch({
    args: [path.join(import.meta.dirname, '../probes/console'), `--user-data-dir=${dir}`, ...extra],
    executablePath: process.env.ELECTRON_EXEC,
    env: { ...(process.env as Record<string, string>), ...env },
  });
test.beforeEach(async () => {
  dir = fs.mkdtempSync(path.join(os.tmpdir(), 'probe-'));
  app = await launch();
  win = await app.firstWindow();
});
test.afterEach(async () => {
  await app.close();
  fs.rmSync(dir, { recursive: true, force: true });
});

test('button: ipc and protocol.handle; screenshot', async () => {
  await expect(win).toHaveTitle('Castellan probe');
  await win.click('#go');
  await expect(win.locator('#out')).toContainText('"pong": "from-page"');
  await expect(win.locator('#out')).toContainText('app://castellan/trpc/ping');
  const png = await win.screenshot();
  expect(png.length).toBeGreaterThan(2000);
});

test('main process through app.evaluate', async () => {
  expect(
    await app.evaluate(({ app }) => [app.getName(), app.getVersion(), app.isPackaged, app.getPath('userData')]),
  ).toEqual(['castellan-probe', '1.2.3', false, dir]);
  const bw = await app.browserWindow(win);
  await expect.poll(() => bw.evaluate((w) => w.isVisible() && w.getTitle() !== 'castellan-probe')).toBe(true);
  expect(await bw.evaluate((w) => [w.getTitle(), w.isVisible(), w.webContents.getURL(), w.getBounds().width])).toEqual([
    'Castellan probe',
    true,
    'app://castellan/index.html',
    900,
  ]);
  expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
  expect(
    await app.evaluate(async ({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0].webContents.executeJavaScript('1+1'),
    ),
  ).toBe(2);
  expect(await win.evaluate(() => [innerWidth, innerHeight])).toEqual([900, 640]);
});

test('preload: before page scripts, isolated, structured values, callbacks, errors', async () => {
  await win.waitForFunction(() => (window as any).apiAtStart);
  expect(
    await win.evaluate(() => [
      (window as any).apiAtStart,
      (window as any).api.started,
      typeof (window as any).secretInPreload,
      typeof (window as any).require,
      (window as any).api.platform,
    ]),
  ).toEqual(['object', 'loading', 'undefined', 'undefined', 'linux']);
  expect(
    await win.evaluate(() => [(window as any).api.sum(1, 2, 3), (window as any).api.apply((x: number) => x * 2, 21)]),
  ).toEqual([6, 42]);
  const r = await win.evaluate(async () => {
    const r = await (window as any).api.ping('x');
    return [
      r.pong,
      r.when instanceof Date,
      r.when.getTime(),
      r.bytes instanceof Uint8Array,
      [...r.bytes],
      String(r.m.get('a')),
      r.from,
      r.enc,
    ];
  });
  expect(r).toEqual(['x', true, 0, true, [1, 2, 3], '1', 'app://castellan/index.html', 's3cret']);
  expect(await win.evaluate(() => (window as any).api.boom().catch((e: Error) => e.message))).toBe(
    "Error invoking remote method 'boom': TypeError: nope",
  );
  expect(
    await win.evaluate(
      () =>
        new Promise((f) => {
          (window as any).api.onHello(f);
          (window as any).api.hello(41);
        }),
    ),
  ).toBe(42);
  expect(
    await win.evaluate(() => {
      try {
        (window as any).api.sum = 1;
      } catch {}
      return typeof (window as any).api.sum;
    }),
  ).toBe('function');
});

test('protocol.handle: bodies both ways', async () => {
  expect(
    await win.evaluate(async () => {
      const r = await fetch('/trpc/echo', {
        method: 'POST',
        body: 'héllo',
        headers: { 'content-type': 'text/x-probe' },
      });
      return [r.status, await r.text(), r.headers.get('content-type')];
    }),
  ).toEqual([200, 'héllo', 'text/x-probe']);
  const up = await win.evaluate(async () => {
    const body = new Uint8Array(8 << 20).map((_, index) => index);
    return (await fetch('/trpc/hash', { method: 'POST', body })).json();
  });
  expect(up.n).toBe(8 << 20);
  expect(up.chunks).toBeGreaterThan(1);
  const streamed = await win.evaluate(async () => {
    let i = 0;
    const body = new ReadableStream({
      async pull(c) {
        if (i++ < 5) {
          await new Promise((f) => setTimeout(f, 20));
          c.enqueue(new Uint8Array(1000));
        } else c.close();
      },
    });
    return (await fetch('/trpc/hash', { method: 'POST', body, duplex: 'half' } as any)).json();
  });
  expect(streamed.n).toBe(5000);
  expect(await win.evaluate(async () => (await (await fetch('/trpc/big')).arrayBuffer()).byteLength)).toBe(64 << 20);
  expect(
    await win.evaluate(() =>
      fetch('/trpc/fail').then(
        () => 'ok',
        (e) => e.name,
      ),
    ),
  ).toBe('TypeError');
  expect(await win.evaluate(() => fetch('/trpc/nothing').then((r) => r.status))).toBe(404);
});

test('protocol.handle: streaming, more than six at once, cancellation', async () => {
  // The stream never ends: whatever is read here came while it was open.
  const seen = await win.evaluate(async () => {
    const reader = (await fetch('/trpc/events')).body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    while (reader && !text.includes('"i":4')) text += (await reader.read()).value ?? '';
    await reader?.cancel();
    return text.match(/"i":\d+/g);
  });
  expect(seen?.slice(0, 4)).toEqual(['"i":1', '"i":2', '"i":3', '"i":4']);
  await expect.poll(() => app.evaluate(() => (globalThis as any).stats().cancelled)).toBe(1);
  expect(
    await win.evaluate(async () => {
      const all = await Promise.all(Array.from({ length: 20 }, () => fetch('/trpc/events')));
      const r = await (await fetch('/trpc/ping')).json();
      await Promise.all(all.map((r) => r.body?.cancel()));
      return r.pong;
    }),
  ).toBe(true);
  expect(
    await win.evaluate(
      () =>
        new Promise((f) => {
          const es = new EventSource('/trpc/events');
          es.onmessage = (m) => {
            es.close();
            f(JSON.parse(m.data).i);
          };
        }),
    ),
  ).toBe(1);
});

test('links: window-open handler and will-navigate', async () => {
  await app.evaluate(({ shell }) => {
    (globalThis as any).opened = [];
    shell.openExternal = async (u) => {
      (globalThis as any).opened.push(u);
    };
  });
  await win.click('#ext');
  await expect.poll(() => app.evaluate(() => (globalThis as any).opened)).toEqual(['https://example.com/docs']);
  expect(await win.evaluate(() => window.open('https://example.com/2'))).toBe(null);
  await expect
    .poll(() => app.evaluate(() => (globalThis as any).opened))
    .toEqual(['https://example.com/docs', 'https://example.com/2']);
  await win.click('#evil');
  await expect.poll(() => app.evaluate(() => (globalThis as any).refused)).toEqual(['https://evil.example/']);
  await win.evaluate(() => {
    location.href = 'https://evil.example/2';
  });
  await expect
    .poll(() => app.evaluate(() => (globalThis as any).refused))
    .toEqual(['https://evil.example/', 'https://evil.example/2']);
  await expect(win.locator('h1')).toHaveText('Probe');
  expect(app.windows().length).toBe(1);
  await win.evaluate(() => {
    location.href = '/index.html?again';
  });
  await win.waitForURL(/again/);
  await expect(win.locator('h1')).toHaveText('Probe');
});

test('headers, permissions, menu, secure context, reload', async () => {
  expect(
    await win.evaluate(() => {
      const s = document.createElement('script');
      s.textContent = 'window.inlineRan = 1';
      document.body.append(s);
      return (window as any).inlineRan;
    }),
  ).toBe(undefined);
  expect(
    await win.evaluate(async () => [
      isSecureContext,
      (await navigator.permissions.query({ name: 'geolocation' })).state,
      (await navigator.permissions.query({ name: 'clipboard-read' as any })).state,
      typeof crypto.subtle,
    ]),
  ).toEqual([true, 'denied', 'granted', 'object']);
  await expect.poll(() => app.evaluate(({ BrowserWindow }) => BrowserWindow.getFocusedWindow() !== null)).toBe(true);
  await app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('hello')?.click());
  await expect(win.locator('#menu')).toHaveText('menu:hello');
  await win.reload();
  await win.click('#go');
  await expect(win.locator('#out')).toContainText('from-page');
});

test('playwright network features', async () => {
  const [resp] = await Promise.all([win.waitForResponse((r) => r.url().endsWith('/trpc/ping')), win.click('#go')]);
  expect(await resp.json()).toMatchObject({ pong: true });
  await win.route('**/trpc/ping', (r) => r.fulfill({ json: { routed: true } }));
  await win.click('#go');
  await expect(win.locator('#out')).toContainText('routed');
});

test('second instance; storage survives a restart', async () => {
  await win.evaluate(() => {
    localStorage.setItem('k', 'v1');
  });
  const { spawn } = await import('node:child_process');
  const exe = process.env.ELECTRON_EXEC ?? (createRequire(import.meta.url)('electron') as string);
  const p = spawn(exe, [path.join(import.meta.dirname, '../probes/console'), `--user-data-dir=${dir}`, '--hello'], {
    stdio: 'ignore',
  });
  expect(await new Promise((f) => p.on('exit', f))).toBe(0);
  await expect.poll(() => app.evaluate(() => (globalThis as any).secondArgv?.at(-1))).toBe('--hello');
  await app.close();
  app = await launch();
  win = await app.firstWindow();
  expect(await win.evaluate(() => localStorage.getItem('k'))).toBe('v1');
});

test('closing the last window quits', async () => {
  const proc = app.process();
  const closed = app.waitForEvent('close');
  await win.close();
  await closed;
  expect(proc.exitCode).toBe(0);
});

test('the address as Playwright and the page see it', async () => {
  expect(win.url()).toBe('app://castellan/index.html');
  expect(await win.evaluate(() => location.pathname)).toBe('/index.html');
});
