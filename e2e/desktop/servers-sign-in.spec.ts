import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ElectronApplication, Page } from '@playwright/test';
import { axeFindings } from '../support/axe.ts';
import { type Desktop, expect, firstScreen, stripOf, test } from './desktop.ts';
import { startProxy } from './proxy.ts';
import { addRemote, consoleHtml, otherPage, serveHttp, serveHttps, trusted } from './servers.ts';

/** Not Playwright's click, which waits for the navigation that the app replaces. */
const follow = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('link', { name }).evaluate((link: HTMLElement) => link.click());

const open = async (desktop: Desktop, address: string) => {
  const { app, page } = await desktop.launch({ args: trusted });
  await firstScreen(page);
  await addRemote(app, page, address, 'Production');
  return app;
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
  const app = await open(desktop, server.address);
  const { host } = new URL(server.address);
  const dialog = await pageAt(app, 'app://sign-in/');
  await expect(dialog.getByRole('heading')).toHaveText(`Sign in to ${host}`);
  await expect(dialog.getByText('Bank of Example')).toHaveCount(0);
  expect(await dialog.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)).toBe(0);
  expect(await dialog.evaluate(() => ['castellan', 'require'].filter((name) => name in window))).toEqual([]);
  for (const colorScheme of ['light', 'dark'] as const) {
    await dialog.emulateMedia({ colorScheme });
    expect(await axeFindings(dialog)).toEqual([]);
  }
  // Who cancels isn't asked again until they want to be.
  await dialog.evaluate(() => void setTimeout(() => document.querySelector<HTMLElement>('#cancel')?.click(), 50));
  const other = await otherPage(app);
  await expect(other.getByRole('alert')).toContainText(`${host} asks for a user name and password.`);
  await (await stripOf(app)).evaluate(() => void window.dispatchEvent(new Event('online')));
  await expect.poll(() => given.length).toBe(2);
  expect(app.windows().filter((page) => page.url().startsWith('app://sign-in/'))).toEqual([]);
  expect(given).toEqual([undefined, undefined]);

  await follow(other, 'Try again');
  const again = await pageAt(app, 'app://sign-in/');
  await again.getByLabel('User name').fill('ann');
  await again.getByLabel('Password').fill('wrong');
  const closed = again.waitForEvent('close');
  await submit(again);
  await closed;
  await expect.poll(() => given.filter((value) => value !== undefined).length).toBe(1);
  const third = await pageAt(app, 'app://sign-in/');
  await third.getByLabel('User name').fill('ann');
  await third.getByLabel('Password').fill('a password');
  await submit(third);
  await expect((await otherPage(app)).getByRole('heading')).toHaveText('A console');
  await server.close();
});

test('a proxy that wants a password gets it from the dialog, which names the proxy and not the server', async ({
  desktop,
}) => {
  const server = await serveHttps((_request, response) => answerConsole(response));
  const proxy = await startProxy({ user: 'ann', password: 'of-the-proxy' });
  const args = [...trusted, `--proxy-server=${proxy.address}`, '--proxy-bypass-list=<-loopback>'];
  const { app, page } = await desktop.launch({ args });
  await firstScreen(page);
  await addRemote(app, page, server.address, 'Production');
  const dialog = await pageAt(app, 'app://sign-in/');
  await expect(dialog.getByRole('heading')).toHaveText(`Sign in to ${new URL(proxy.address).host}`);
  await dialog.getByLabel('User name').fill('ann');
  await dialog.getByLabel('Password').fill('of-the-proxy');
  await submit(dialog);
  await expect((await otherPage(app)).getByRole('heading')).toHaveText('A console');
  await proxy.close();
  await server.close();
});

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
  const app = await open(desktop, server.address);
  const { host } = new URL(places.provider);
  const other = await otherPage(app);
  await expect(other.getByRole('alert')).toContainText(`This server sends its visitors to ${host}.`);
  await follow(other, `Sign in at ${host}…`);
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
  await expect.poll(() => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(0);
  await expect((await otherPage(app)).getByRole('heading')).toHaveText('A console');
  await Promise.all([server.close(), provider.close(), neighbor.close()]);
});
