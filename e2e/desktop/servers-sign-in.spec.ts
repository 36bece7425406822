import { readdir } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { ElectronApplication, Page } from '@playwright/test';
import { axeFindings } from '../support/axe.ts';
import { type Desktop, expect, firstScreen, stripOf, test } from './desktop.ts';
import { clickMenuItem } from './menu.ts';
import { startProxy } from './proxy.ts';
import { addRemote, consoleHtml, otherPage, serveHttp, serveHttps, trusted } from './servers.ts';
import { openSessionBus } from './session-bus.ts';

/** Not Playwright's click, which waits for the navigation that the app replaces. */
const follow = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('link', { name }).evaluate((link: HTMLElement) => link.click());

const open = async (desktop: Desktop, address: string) => {
  const { app, page } = await desktop.launch({ args: trusted });
  await firstScreen(page);
  await addRemote(app, page, address, 'Production');
  return { app, page };
};

const pageAt = async (app: ElectronApplication, start: string): Promise<Page> => {
  const find = () => app.windows().find((page) => page.url().startsWith(start));
  await expect.poll(find).toBeDefined();
  return find() as Page;
};

/** Like the Enter key, but soon: Playwright would wait for a page that closes. */
const submit = (dialog: Page): Promise<void> =>
  dialog.evaluate(() => void setTimeout(() => document.querySelector('form')?.requestSubmit(), 50));

const answerConsole = (response: ServerResponse): void => {
  response.writeHead(200, { 'content-type': 'text/html' }).end(consoleHtml(1));
};

test('a password for what is in front of a server is asked in a dialog of the app, which names the host', async ({
  desktop,
}) => {
  const right = `Basic ${Buffer.from('ann:a password').toString('base64')}`;
  const given: (string | undefined)[] = [];
  const server = await serveHttps((request, response) => {
    given.push(request.headers.authorization);
    if (request.headers.authorization === right) return answerConsole(response);
    response.writeHead(401, { 'www-authenticate': 'Basic realm="Bank of Example"' }).end();
  });
  const { app } = await open(desktop, server.address);
  const { host } = new URL(server.address);
  let dialog = await pageAt(app, 'app://sign-in/');
  await expect(dialog.getByRole('heading')).toHaveText(`Sign in to ${host}`);
  await expect(dialog.getByText('Bank of Example')).toHaveCount(0);
  expect(await dialog.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)).toBe(0);
  expect(await dialog.evaluate(() => ['castellan', 'require'].filter((name) => name in window))).toEqual([]);
  for (const colorScheme of ['light', 'dark'] as const) {
    await dialog.emulateMedia({ colorScheme });
    expect(await axeFindings(dialog)).toEqual([]);
  }
  // It goes with the page that it is for. The next attempt asks again.
  const gone = dialog.waitForEvent('close');
  await app.evaluate(({ webContents }) => {
    for (const page of webContents.getAllWebContents()) if (page.getURL() === '') page.close();
  });
  await gone;
  await (await stripOf(app)).evaluate(() => void window.dispatchEvent(new Event('online')));
  dialog = await pageAt(app, 'app://sign-in/');
  // Who cancels isn't asked again until they want to be.
  await dialog.evaluate(() => void setTimeout(() => document.querySelector<HTMLElement>('#cancel')?.click(), 50));
  const other = await otherPage(app);
  await expect(other.getByRole('alert')).toContainText(`${host} asks for a user name and password.`);
  await (await stripOf(app)).evaluate(() => void window.dispatchEvent(new Event('online')));
  await expect.poll(() => given.length).toBe(3);
  expect(app.windows().filter((page) => page.url().startsWith('app://sign-in/'))).toEqual([]);
  expect(given).toEqual([undefined, undefined, undefined]);

  await follow(other, 'Try again');
  const again = await pageAt(app, 'app://sign-in/');
  await again.getByLabel('User name').fill('ann');
  await again.getByLabel('Password').fill('wrong');
  const closed = again.waitForEvent('close');
  await submit(again);
  await closed;
  await expect.poll(() => given.filter((value) => value !== undefined).length).toBe(1);
  const third = await pageAt(app, 'app://sign-in/');
  await expect(third.getByLabel('User name')).toHaveValue('ann');
  expect(await third.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)).toBe(0);
  await expect(third.getByRole('alert')).toContainText('didn’t accept this user name and password');
  await third.getByLabel('User name').fill('ann');
  await third.getByLabel('Password').fill('a password');
  await submit(third);
  await expect((await otherPage(app)).getByRole('heading')).toHaveText('A console');
  await server.close();
});

/** Fills in the dialog, and keeps the password. */
const keep = async (app: ElectronApplication, host: string, password: string): Promise<void> => {
  const dialog = await pageAt(app, 'app://sign-in/');
  await expect(dialog.getByRole('heading')).toHaveText(`Sign in to ${host}`);
  await dialog.getByLabel('User name').fill('ann');
  await dialog.getByLabel('Password').fill(password);
  await dialog.getByLabel('Keep it on this computer').check();
  const closed = dialog.waitForEvent('close');
  await submit(dialog);
  await closed;
};

test('passwords of a proxy and of a host are kept in a real keyring, until one is refused or the person wants otherwise', async ({
  desktop,
}) => {
  const right = `Basic ${Buffer.from('ann:of-the-host').toString('base64')}`;
  const server = await serveHttps((request, response) => {
    if (request.headers.authorization === right) return answerConsole(response);
    response.writeHead(401, { 'www-authenticate': 'Basic realm="Castellan"' }).end();
  });
  const user = 'ann';
  const [bus, proxy] = [await openSessionBus(), await startProxy({ user, password: 'of-the-proxy' })];
  const proxyHost = new URL(proxy.address).host;
  const start = {
    args: [...trusted, `--proxy-server=${proxy.address}`, '--proxy-bypass-list=<-loopback>'],
    environment: bus.environment,
    preload: join(import.meta.dirname, 'system-keyring.cjs'),
  };
  const first = await desktop.launch(start);
  await firstScreen(first.page);
  await addRemote(first.app, first.page, server.address, 'Production');
  await keep(first.app, proxyHost, 'of-the-proxy');
  await keep(first.app, new URL(server.address).host, 'of-the-host');
  await expect((await otherPage(first.app)).getByRole('heading')).toHaveText('A console');
  await first.app.close();

  const { app, page } = await desktop.launch(start);
  await expect((await otherPage(app)).getByRole('heading')).toHaveText('A console');
  await proxy.close();
  const changed = await startProxy({ user, password: 'changed', port: Number(new URL(proxy.address).port) });
  // Tinyproxy doesn't ask again, but answers with an error.
  await clickMenuItem(app, 'reload');
  const failed = await otherPage(app);
  await expect(failed.getByRole('alert')).toContainText('It may have refused your password');
  await follow(failed, 'Enter another password…');
  await keep(app, proxyHost, 'changed');
  await expect((await otherPage(app)).getByRole('heading')).toHaveText('A console');

  await clickMenuItem(app, 'manage-servers');
  await page.getByRole('button', { name: 'Actions for Production' }).click();
  await page.getByRole('menuitem', { name: 'Forget kept passwords' }).click();
  await expect(page.getByText('Proxy or host password kept')).toHaveCount(0);
  const servers = await readdir(join(desktop.dataDir, 'desktop/servers'));
  expect(servers.filter((name) => name.includes('passwords'))).toEqual([]);
  await Promise.all([changed.close(), server.close(), app.close()]);
  await bus.close();
});

const signOnWindows = (app: ElectronApplication): Promise<number> =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);

test('people sign in elsewhere in a window that gets nothing of the app, and closes when it comes back', async ({
  desktop,
}) => {
  let local = 0;
  const neighbor = await serveHttp((_request, response) => {
    local += 1;
    response.writeHead(200, { 'access-control-allow-origin': '*' }).end();
  });
  const places = { server: '', provider: '' };
  const isSignedIn = (request: IncomingMessage) => request.headers.cookie?.includes('sso=yes') === true;
  const provider = await serveHttps((_request, response) => {
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(`<title>Castellan</title><h1>Provider</h1><a href="${places.server}callback">Continue</a>`);
  });
  const server = await serveHttps((request, response) => {
    if (request.url === '/callback')
      response.writeHead(302, { 'set-cookie': 'sso=yes; Secure; HttpOnly; Path=/', location: '/' }).end();
    else if (isSignedIn(request)) answerConsole(response);
    else response.writeHead(302, { location: places.provider }).end();
  });
  places.server = server.address;
  places.provider = provider.address.replace('localhost', '127.0.0.1');
  const { app, page } = await open(desktop, server.address);
  const { host } = new URL(places.provider);
  const other = await otherPage(app);
  await expect(other.getByRole('alert')).toContainText(`This server sends its visitors to ${host}.`);
  await follow(other, `Sign in at ${host}…`);
  await (await pageAt(app, places.provider)).getByRole('heading').waitFor();
  // It goes with the page that led to it, and nothing else does.
  const gone = other.waitForEvent('close');
  await app.evaluate(({ webContents }, address) => {
    for (const page of webContents.getAllWebContents()) if (page.getURL() === address) page.close();
  }, other.url());
  await gone;
  await expect.poll(() => signOnWindows(app)).toBe(0);
  await expect((await stripOf(app)).locator('#name')).toHaveText('Production');
  const closed = await otherPage(app);
  await expect(closed.getByRole('alert')).toContainText('The page closed itself.');
  await follow(closed, 'Try again');
  await follow(closed, `Sign in at ${host}…`);
  await (await pageAt(app, places.provider)).getByRole('heading').waitFor();
  // It goes with the server, too.
  await clickMenuItem(app, 'manage-servers');
  await page.getByRole('button', { name: 'Actions for Production' }).click();
  await page.getByRole('menuitem', { name: 'Remove…' }).click();
  await page.getByRole('button', { name: 'Remove server' }).click();
  await expect.poll(() => signOnWindows(app)).toBe(0);
  await expect(page.getByRole('button', { name: 'Open Production' })).toHaveCount(0);
  await expect((await stripOf(app)).locator('#name')).toHaveText('This Computer');
  await addRemote(app, page, server.address, 'Production');
  await follow(await otherPage(app), `Sign in at ${host}…`);
  const signOn = await pageAt(app, places.provider);
  await expect(signOn.getByRole('heading')).toHaveText('Provider');
  const title = () =>
    app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((window) => window.getTitle())[0]);
  await expect.poll(title).toBe(`${host} · Sign in to Production (${new URL(server.address).host})`);
  const reached = await signOn.evaluate(
    (address) =>
      fetch(address).then(
        () => 'reached',
        () => 'refused',
      ),
    neighbor.address,
  );
  expect([reached, local, await signOn.evaluate(() => 'castellan' in window)]).toEqual(['refused', 0, false]);
  await signOn.getByRole('link', { name: 'Continue' }).click();
  await expect.poll(() => signOnWindows(app)).toBe(0);
  await expect((await otherPage(app)).getByRole('heading')).toHaveText('A console');
  await Promise.all([server.close(), provider.close(), neighbor.close()]);
});
