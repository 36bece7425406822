import type { ElectronApplication, Page } from '@playwright/test';
import type { DesktopBridge } from '#shared/contract/desktop-bridge.ts';
import { type Desktop, expect, firstScreen, stripOf, test } from './desktop.ts';
import { clickMenuItem } from './menu.ts';
import { addRemote, consoleHtml, otherPage, serveHttp, serveHttps, trusted } from './servers.ts';

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

test('what else is wrong with a server is told, and Try again shows it once it is right', async ({ desktop }) => {
  let answer: { status: number; body: string } = { status: 200, body: '<title>A shop</title>' };
  const server = await serveHttps((_request, response) => {
    response.writeHead(answer.status, { 'content-type': 'text/html' }).end(answer.body);
  });
  const { app, page, other } = await open(desktop, server.address, trusted);
  const expectations: [typeof answer, RegExp][] = [
    [answer, /There’s no Castellan server at this address/],
    [{ status: 200, body: consoleHtml(undefined) }, /too old for this app/],
    [{ status: 200, body: consoleHtml(2) }, /This app is too old/],
    [{ status: 503, body: '' }, /answered with an error[\s\S]*HTTP 503/],
  ];
  for (const [next, text] of expectations) {
    answer = next;
    await follow(other, 'Try again');
    await expect(other.getByRole('main')).toHaveText(text);
  }
  answer = { status: 200, body: consoleHtml(1) };
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
  'it is chosen': async (app: ElectronApplication) => {
    const item = await app.evaluate(
      ({ Menu }) =>
        Menu.getApplicationMenu()
          ?.items.flatMap(({ submenu }) => submenu?.items ?? [])
          .find(({ label }) => label.startsWith('Production'))?.id,
    );
    await clickMenuItem(app, item ?? '');
  },
  'the network is back': async (app: ElectronApplication) => {
    await (await stripOf(app)).evaluate(() => void window.dispatchEvent(new Event('online')));
  },
  'the computer wakes up': (app: ElectronApplication) =>
    app.evaluate(({ powerMonitor }) => void powerMonitor.emit('resume')),
};

for (const [cause, happen] of Object.entries(causes)) {
  for (const status of [302, 403, 404, 429, 503]) {
    test(`a server that answered ${status} comes back when ${cause}`, async ({ desktop }) => {
      let isWrong = true;
      const server = await serveHttps((_request, response) => {
        if (isWrong) response.writeHead(status, { location: 'https://portal.example/' }).end();
        else response.writeHead(200, { 'content-type': 'text/html' }).end(consoleHtml(1));
      });
      const { app, other } = await open(desktop, server.address, trusted);
      await expect(other.getByRole('heading')).toHaveText('Can’t connect to Production');
      isWrong = false;
      await happen(app);
      await expect(other.getByRole('heading')).toHaveText('A console');
      await server.close();
    });
  }
}

test('a server is added by the address of any of its pages', async ({ desktop }) => {
  const paths: (string | undefined)[] = [];
  const server = await serveHttps((request, response) => {
    paths.push(request.url);
    const html = consoleHtml(1).replace('<head>', '<head><base href="/castellan/" />');
    response.writeHead(200, { 'content-type': 'text/html' }).end(html);
  });
  const { page, other } = await open(desktop, `${server.address}castellan/dashboard/team?tab=roles#x`, trusted);
  await expect(other.getByRole('heading')).toHaveText('A console');
  await expect(other).toHaveURL(`${server.address}castellan/`);
  const saved = await page.evaluate(() => (window.castellan as DesktopBridge).listRemotes());
  expect(saved.map(({ address }) => address)).toEqual([`${server.address}castellan/`]);
  expect(paths).not.toContain(expect.stringContaining('roles'));
  await server.close();
});

test('a server on this computer may be reached without TLS', async ({ desktop }) => {
  const server = await serveHttp((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(consoleHtml(1));
  });
  const { other } = await open(desktop, server.address, []);
  await expect(other.getByRole('heading')).toHaveText('A console');
  await server.close();
});

test('a server that redirects elsewhere is not followed', async ({ desktop }) => {
  const server = await serveHttps((_request, response) => {
    response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end();
  });
  const { other } = await open(desktop, server.address, trusted);
  await expect(other.getByRole('alert')).toContainText('There’s no Castellan server at this address');
  await server.close();
});
