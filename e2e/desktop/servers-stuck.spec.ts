import { once } from 'node:events';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { DesktopBridge } from '#shared/contract/desktop-bridge.ts';
import { test as base, expect, firstScreen, pagesOf, stripOf } from './desktop.ts';
import { chooseEachRemote, clickMenuItem, menusOf, recordMenus } from './menu.ts';
import { test } from './remote-fixture.ts';
import { addRemote, consoleHtml, otherPage, serveHttp, serveHttps, trusted } from './servers.ts';

/** Removes all servers. @returns how long that took, in milliseconds */
const removeAll = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const { listRemotes, removeRemote } = window.castellan as DesktopBridge;
    const began = performance.now();
    for (const { id } of await listRemotes()) await removeRemote(id);
    return performance.now() - began;
  });

test('a server that calls the app without end is stopped, named as that, and removed at once', async ({ remote }) => {
  const { app, page, other } = await remote();
  await recordMenus(app);
  await other.evaluate(() => {
    setTimeout(() => {
      const { saveSession, chooseServer } = window.castellan as DesktopBridge;
      for (let count = 0; count < 5_000; count += 1) void Promise.all([saveSession('x'.repeat(4_000)), chooseServer()]);
    }, 50);
  });
  await expect((await stripOf(app)).getByRole('status')).toHaveText('Stopped');
  expect((await menusOf(app)).length).toBeLessThanOrEqual(5);
  expect(await removeAll(page)).toBeLessThan(5_000);
});

test('the menu of a page that has closed itself does nothing', async ({ remote }) => {
  const { app, server } = await remote();
  await app.evaluate(async ({ Menu, webContents }, address) => {
    const contents = webContents.getAllWebContents().find((found) => found.getURL() === address);
    const opened = new Promise<void>((resolve) => {
      Menu.prototype.popup = function popup() {
        Object.assign(globalThis, { openMenu: this });
        resolve();
      };
    });
    for (const type of ['mouseDown', 'mouseUp'] as const)
      contents?.sendInputEvent({ type, button: 'right', x: 300, y: 300, clickCount: 1 });
    await opened;
    void contents?.executeJavaScript('setTimeout(() => window.close(), 50); 0', true);
  }, server.address);
  await expect((await stripOf(app)).getByRole('status')).toHaveText('Stopped');
  await app.evaluate(() => {
    const { items } = (globalThis as unknown as { openMenu: Electron.Menu }).openMenu;
    for (const { id, click } of items) if (id?.startsWith('context-')) click({} as never, undefined, {} as never);
  });
});

test('a page that keeps all keys, or hangs, keeps no one from leaving it by the keyboard', async ({ remote }) => {
  const { app, other, server } = await remote();
  const strip = await stripOf(app);
  const press = (keyCode: string, ...modifiers: ('control' | 'shift')[]) =>
    app.evaluate(
      ({ webContents }, { address, ...input }) => {
        const contents = webContents.getAllWebContents().find((found) => found.getURL() === address);
        contents?.sendInputEvent({ type: 'keyDown', ...input });
      },
      { address: server.address, keyCode, modifiers },
    );
  const isShown = (name: string) => expect(strip.locator('#name')).toHaveText(name);
  const show = async () => {
    await chooseEachRemote(app);
    await isShown('Hostile');
  };
  const switchers = () => app.windows().filter((page) => page.url() === 'app://switcher/').length;
  await other.evaluate(() => {
    for (const type of ['keydown', 'keypress'])
      addEventListener(
        type,
        (event) => {
          event.preventDefault();
          event.stopImmediatePropagation();
        },
        true,
      );
  });
  for (const hangs of [false, true]) {
    if (hangs)
      await other.evaluate(() =>
        setTimeout(() => {
          for (;;);
        }, 10),
      );
    await press('1', 'control');
    await isShown('This Computer');
    await show();
    await press('K', 'control', 'shift');
    await expect.poll(switchers).toBe(1);
    await clickMenuItem(app, 'choose-server');
    await press('F6');
    await expect
      .poll(() => app.evaluate(({ webContents }) => webContents.getFocusedWebContents()?.getURL()))
      .toBe('app://strip/');
    await clickMenuItem(app, 'focus-strip');
  }
  await press('R', 'control');
  await expect.poll(() => pagesOf(app).some((page) => page !== other && page.url() === server.address)).toBe(true);
});

test('what a server is still sending ends when it is removed', async ({ remote }) => {
  const { app, page, desktop } = await remote();
  const server = await serveHttp((request, response) => {
    if (request.url !== '/file') return void response.end(consoleHtml(1));
    response.writeHead(200, {
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename="endless"',
    });
    response.write('x'.repeat(1_000));
  });
  await addRemote(app, page, server.address, 'Endless');
  const find = () => pagesOf(app).find((other) => other.url() === server.address);
  await expect.poll(find).toBeDefined();
  await app.evaluate(
    ({ webContents }, { address, path }) => {
      const contents = webContents.getAllWebContents().find((found) => found.getURL() === address);
      contents?.session.on('will-download', (_event, item) => {
        item.setSavePath(path);
        Object.assign(globalThis, { item });
      });
      contents?.downloadURL(`${address}file`);
    },
    { address: server.address, path: join(desktop.dataDir, 'endless') },
  );
  const state = () => app.evaluate(() => (globalThis as { item?: Electron.DownloadItem }).item?.getState());
  await expect.poll(state).toBe('progressing');
  await clickMenuItem(app, 'manage-servers');
  await removeAll(page);
  expect(await state()).toBe('cancelled');
  await server.close();
});

base('a process of the network that hangs keeps no one from removing a server and quitting', async ({ desktop }) => {
  const server = await serveHttps((_request, response) => void response.end(consoleHtml(1)));
  const { app, page } = await desktop.launch({ args: trusted });
  await firstScreen(page);
  await addRemote(app, page, server.address, 'Production');
  await expect((await otherPage(app)).getByRole('heading')).toHaveText('A console');
  const pid = await app.evaluate(
    ({ app: own }) => own.getAppMetrics().find(({ name }) => name === 'Network Service')?.pid ?? 0,
  );
  process.kill(pid, 'SIGSTOP');
  expect(await removeAll(page)).toBeLessThan(8_000);
  const ended = once(app.process(), 'exit');
  const began = performance.now();
  await app.evaluate(({ app: own }) => void setTimeout(() => own.quit(), 10));
  expect(await ended).toEqual([0, null]);
  expect(performance.now() - began).toBeLessThan(8_000);
  await server.close();
});
