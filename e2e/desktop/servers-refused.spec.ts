import type { ElectronApplication, Locator, Page } from '@playwright/test';
import { retryDelaysMs } from '#main/desktop/views/page-life.ts';
import type { DesktopBridge } from '#shared/contract/desktop-bridge.ts';
import { type Desktop, expect, firstScreen, stripOf } from './desktop.ts';
import { chooseEachRemote, clickMenuItem } from './menu.ts';
import { type Answer, test } from './remote-fixture.ts';
import { addRemote, consoleHtml, type OtherRemote, otherPage, serveHttp, serveHttps, trusted } from './servers.ts';

/** Not Playwright's click, which waits for the navigation that the app replaces. */
const follow = (page: Page, name: string): Promise<void> =>
  page.getByRole('link', { name }).evaluate((link: HTMLElement) => link.click());

const open = async (desktop: Desktop, address: string, args: readonly string[]) => {
  const { app, page } = await desktop.launch({ args });
  await firstScreen(page);
  await addRemote(app, page, address, 'Production');
  return { app, page, other: await otherPage(app) };
};

// Also with the switch with which Chromium would accept anything.
for (const args of [[], ['--ignore-certificate-errors']]) {
  test(`a certificate that no one vouches for is refused, and nothing is sent ${args.join()}`, async ({ desktop }) => {
    let requests = 0;
    const server = await serveHttps((_request, response) => {
      requests += 1;
      response.end(consoleHtml(1));
    });
    const { other } = await open(desktop, server.address, args);
    await expect(other.getByRole('heading')).toHaveText('The connection to Production isn’t secure');
    await expect(other.getByRole('alert')).toContainText('isn’t signed by an authority that this computer trusts');
    await expect(other.getByText('ERR_CERT_AUTHORITY_INVALID')).toBeVisible();
    await expect(other.getByText('localhost', { exact: true })).toHaveCount(2);
    expect(await other.getByRole('link').allInnerTexts()).toEqual([
      'Try again',
      'Manage servers',
      'Trust this certificate…',
    ]);
    const refusals = async () => (await desktop.log()).filter(({ msg }) => msg === 'console not shown').length;
    expect(await refusals()).toBe(1);
    await follow(other, 'Try again');
    await expect(other.getByRole('heading')).toHaveText('The connection to Production isn’t secure');
    // Chromium doesn't verify the certificate again.
    await expect(other.getByText('localhost', { exact: true })).toHaveCount(2);
    expect(requests).toBe(0);
    await server.close();
  });
}

test('what else is wrong with a server is told, and Try again shows it once it is right', async ({ remote }) => {
  let answer: Answer = { body: '<title>A shop</title>' };
  const { app, page, other, server } = await remote({ name: 'Production', answer: () => answer });
  const expectations: [Answer, RegExp][] = [
    [answer, /There’s no Castellan server at this address/],
    [{ body: consoleHtml(undefined) }, /too old for this app/],
    [{ body: consoleHtml(2) }, /This app is too old/],
    [{ status: 503, body: '' }, /answered with an error[\s\S]*HTTP 503/],
  ];
  for (const [next, text] of expectations) {
    answer = next;
    await follow(other, 'Try again');
    await expect(other.getByRole('main')).toHaveText(text);
  }
  answer = { body: consoleHtml(1) };
  await follow(other, 'Try again');
  await expect(other.getByRole('heading')).toHaveText('A console');
  // It stops: reloading tells.
  await server.close();
  await clickMenuItem(app, 'reload');
  await expect(other.getByRole('heading')).toHaveText('Can’t connect to Production');
  await expect(other.getByText('ERR_CONNECTION_REFUSED')).toBeVisible();
  await follow(other, 'Manage servers');
  await expect(page).toHaveURL('app://castellan/servers');
});

/** What makes the app try again although no one asked for it on the page. */
const causes = {
  'they are chosen': (app: ElectronApplication) => chooseEachRemote(app),
  'the network is back': async (app: ElectronApplication) => {
    await (await stripOf(app)).evaluate(() => void window.dispatchEvent(new Event('online')));
  },
  'the computer wakes up': (app: ElectronApplication) =>
    app.evaluate(({ powerMonitor }) => void powerMonitor.emit('resume')),
};

/** Otherwise the app would try again after a while, whether or not anything has happened. Limits of time stay. */
const stopRetries = (app: ElectronApplication): Promise<void> =>
  app.evaluate((_electron, delays) => {
    const { setTimeout: start } = globalThis;
    globalThis.setTimeout = ((act: () => void, delay?: number, ...rest: []) =>
      start(delays.includes(delay ?? 0) ? () => {} : act, delay, ...rest)) as typeof setTimeout;
  }, retryDelaysMs);

for (const [cause, happen] of Object.entries(causes)) {
  test(`servers that answered with an error come back when ${cause}`, async ({ desktop }) => {
    let isWrong = true;
    const { app, page } = await desktop.launch({ args: trusted });
    await firstScreen(page);
    await stopRetries(app);
    const servers: OtherRemote[] = [];
    const others: Page[] = [];
    for (const status of [302, 403, 404, 429, 503]) {
      const server = await serveHttps((_request, response) => {
        if (isWrong) response.writeHead(status, { location: 'https://portal.example/' }).end();
        else response.writeHead(200, { 'content-type': 'text/html' }).end(consoleHtml(1));
      });
      servers.push(server);
      await addRemote(app, page, server.address, `Production ${status}`);
      const find = () => app.windows().find((other) => other.url().startsWith('data:') && !others.includes(other));
      await expect.poll(find).toBeDefined();
      others.push(find() as Page);
      await expect(others.at(-1)?.getByRole('heading') as Locator).toHaveText(`Can’t connect to Production ${status}`);
    }
    isWrong = false;
    // Once more if an attempt fails, as it may on a busy machine: nothing else makes the app try again.
    await expect(async () => {
      await happen(app);
      // The whole page: if it tells a problem, so does the failure.
      for (const other of others) await expect(other.locator('body')).toHaveText('A console', { timeout: 10_000 });
    }).toPass();
    await Promise.all(servers.map((server) => server.close()));
  });
}

test('a server comes back after Chromium got no answer about its certificate', async ({ desktop }) => {
  const { app, page } = await desktop.launch();
  await firstScreen(page);
  // As if its process of the network had lost whom to ask amid a verification.
  const answer = await app.evaluateHandle(({ session }) => {
    const state = { answers: false };
    const prototype = Object.getPrototypeOf(session.defaultSession) as Electron.Session;
    const { setCertificateVerifyProc } = prototype;
    prototype.setCertificateVerifyProc = function set(proc) {
      setCertificateVerifyProc.call(this, (request, reply) => {
        if (state.answers) proc?.(request, reply);
      });
    };
    return state;
  });
  await stopRetries(app);
  const server = await serveHttps((_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end(consoleHtml(1)),
  );
  await addRemote(app, page, server.address, 'Production');
  const other = await otherPage(app);
  await expect(other.getByText('ERR_TIMED_OUT')).toBeVisible({ timeout: 20_000 });
  await answer.evaluate((state) => {
    state.answers = true;
  });
  await chooseEachRemote(app);
  // The answer of now: no one vouches for it.
  await expect(other.getByText('ERR_CERT_AUTHORITY_INVALID')).toBeVisible({ timeout: 20_000 });
  await server.close();
});

test('a server is added by the address of any of its pages', async ({ remote }) => {
  const paths: (string | undefined)[] = [];
  const { page, other, server } = await remote({
    path: 'castellan/dashboard/team?tab=roles#x',
    answer(request) {
      paths.push(request.url);
      return { body: consoleHtml(1).replace('<head>', '<head><base href="/castellan/" />') };
    },
  });
  await expect(other.getByRole('heading')).toHaveText('A console');
  await expect(other).toHaveURL(`${server.address}castellan/`);
  const saved = await page.evaluate(() => (window.castellan as DesktopBridge).listRemotes());
  expect(saved.map(({ address }) => address)).toEqual([`${server.address}castellan/`]);
  expect(paths).not.toContain(expect.stringContaining('roles'));
});

test('a server on this computer may be reached without TLS', async ({ desktop }) => {
  const server = await serveHttp((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(consoleHtml(1));
  });
  const { other } = await open(desktop, server.address, []);
  await expect(other.getByRole('heading')).toHaveText('A console');
  await server.close();
});

test('a server that redirects elsewhere is not followed', async ({ remote }) => {
  const { other } = await remote({ answer: () => ({ location: 'http://127.0.0.1:9/' }) });
  await expect(other.getByRole('alert')).toContainText('There’s no Castellan server at this address');
});
