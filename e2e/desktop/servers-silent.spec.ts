import { once } from 'node:events';
import type { RequestListener, ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { ElectronApplication } from '@playwright/test';
import type { DesktopBridge } from '#shared/contract/desktop-bridge.ts';
import { type Desktop, expect, firstScreen, pageAt, pagesOf, test } from './desktop.ts';
import { chooseEachRemote, clickMenuItem } from './menu.ts';
import { addRemote, consoleHtml, otherPage, serveHttps, trusted } from './servers.ts';

/** What a server does instead of answering. */
const silences: Record<string, RequestListener> = {
  'never answers': () => {},
  'stops amid the headers': (_request, response) => void response.socket?.write('HTTP/1.1 200 OK\r\ncontent-type: te'),
  'never ends its answer': (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    const timer = setInterval(() => response.write('<!doctype html>'), 500);
    response.once('close', () => clearInterval(timer));
  },
};

/** Quits the app. Returns how long that took, in milliseconds, and the exit code. */
const quit = async (app: ElectronApplication): Promise<{ tookMs: number; code: unknown }> => {
  const ended = once(app.process(), 'exit');
  const began = performance.now();
  // Not within the answer to the test, which the app's end would cut off.
  await app.evaluate(({ app: own }) => void setTimeout(() => own.quit(), 10));
  const [code] = await ended;
  return { tookMs: performance.now() - began, code };
};

/** Long enough for a busy machine, and shorter than any limit in the app. */
const quickMs = 8_000;

const answerConsole = (response: ServerResponse): void => {
  response.writeHead(200, { 'content-type': 'text/html' }).end(consoleHtml(1));
};

test('a server that stays silent in any way is told and comes back, and never keeps the app from quitting', async ({
  desktop,
}) => {
  const { app, page } = await desktop.launch({ args: trusted });
  await firstScreen(page);
  let isSilent = true;
  const servers = await Promise.all(
    Object.values(silences).map((silence) =>
      serveHttps((request, response) => (isSilent ? silence(request, response) : answerConsole(response))),
    ),
  );
  const names = Object.keys(silences);
  for (const [index, name] of names.entries()) await addRemote(app, page, servers[index]?.address ?? '', name);
  const texts = async (selector: string): Promise<string[]> => {
    const others = pagesOf(app).filter((other) => !other.url().startsWith('app:'));
    return (await Promise.all(others.map((other) => other.locator(selector).allInnerTexts()))).flat().toSorted();
  };
  // A page that is being replaced has no texts.
  const showTexts = (expected: string[]) => expect(async () => expect(await texts('h1')).toEqual(expected)).toPass();
  await showTexts(names.map((name) => `Can’t connect to ${name}`).toSorted());
  expect(await texts('dd')).toEqual(expect.arrayContaining(['ERR_TIMED_OUT', 'ERR_TIMED_OUT', 'ERR_TIMED_OUT']));
  isSilent = false;
  await chooseEachRemote(app);
  await showTexts(names.map(() => 'A console'));
  isSilent = true;
  await chooseEachRemote(app, () => clickMenuItem(app, 'reload'));
  const { tookMs, code } = await quit(app);
  expect(code).toBe(0);
  expect(tookMs).toBeLessThan(quickMs);
  await Promise.all(servers.map((server) => server.close()));
});

const openSignOn = async (desktop: Desktop) => {
  const provider = await serveHttps((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(`<button>Stay</button><script>
      document.querySelector('button').onclick = () => {
        addEventListener('beforeunload', (event) => event.preventDefault());
        document.title = 'stays';
      };
    </script>`);
  });
  const elsewhere = provider.address.replace('localhost', '127.0.0.1');
  const server = await serveHttps((_request, response) => void response.writeHead(302, { location: elsewhere }).end());
  const { app, page } = await desktop.launch({ args: trusted });
  await firstScreen(page);
  await addRemote(app, page, server.address, 'Production');
  await expect((await otherPage(app)).getByRole('link', { name: /^Sign in at/ })).toBeVisible();
  const open = async (does: string) => {
    // Through Electron: Playwright would wait for the navigation that the app replaces.
    await app.evaluate(({ webContents }) =>
      webContents
        .getAllWebContents()
        .find((contents) => contents.getURL().startsWith('data:'))
        ?.executeJavaScript(`[...document.links].find(({ href }) => href.endsWith('#sign-on')).click(); 0`),
    );
    const signOn = await pageAt(app, elsewhere);
    await signOn.getByRole('button').click();
    await expect(signOn).toHaveTitle('stays');
    if (does === 'hangs') {
      await signOn.evaluate(() =>
        setTimeout(() => {
          for (;;);
        }, 10),
      );
    }
    return signOn;
  };
  return { app, open, close: () => Promise.all([server.close(), provider.close()]) };
};

for (const does of ['objects to being left', 'hangs']) {
  test(`a sign-in page elsewhere that ${does} keeps no one from closing it, nor the app from quitting`, async ({
    desktop,
  }) => {
    const { app, open, close } = await openSignOn(desktop);
    const signOn = await open(does);
    const closed = signOn.waitForEvent('close');
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
    await closed;
    await open(does);
    const { tookMs, code } = await quit(app);
    expect(code).toBe(0);
    expect(tookMs).toBeLessThan(quickMs);
    await close();
  });
}

test("a keyring that doesn't answer a server's page doesn't keep the app from quitting", async ({ desktop }) => {
  const server = await serveHttps((_request, response) => answerConsole(response));
  const { app, page } = await desktop.launch({
    args: trusted,
    preload: join(import.meta.dirname, 'pending-keyring.cjs'),
  });
  await firstScreen(page);
  await addRemote(app, page, server.address, 'Production');
  const other = await otherPage(app);
  await expect(other.getByRole('heading')).toHaveText('A console');
  await other.evaluate(() => void (window.castellan as DesktopBridge).saveSession('a token'));
  await expect.poll(() => app.evaluate(() => (globalThis as unknown as { asked: number }).asked)).toBeGreaterThan(0);
  const { tookMs, code } = await quit(app);
  expect(code).toBe(0);
  expect(tookMs).toBeLessThan(quickMs);
  await server.close();
});
