import type { ElectronApplication, Page } from '@playwright/test';
import { bridgeRequestNames, remoteRequestNames } from '#shared/contract/desktop-bridge.ts';
import { addressOf, expect, pageAt, pagesOf } from './desktop.ts';
import { clickMenuItem } from './menu.ts';
import { notifications, recordNotifications } from './notifications.ts';
import { test } from './remote-fixture.ts';
import { addRemote, consoleHtml, type OtherRemote, serveHttp } from './servers.ts';

/** Calls a request of the bridge in main, as the page's process could without its preload script. */
const sendAs = (app: ElectronApplication, address: string, channel: string, input?: unknown): Promise<string> =>
  app.evaluate(
    async ({ ipcMain, webContents }, given) => {
      const sender = webContents.getAllWebContents().find((contents) => contents.getURL().startsWith(given.address));
      // Missing from Electron's type declarations: what it calls for each message.
      const { _invokeHandlers } = ipcMain as unknown as {
        _invokeHandlers: Map<string, (event: object, input: unknown) => Promise<unknown>>;
      };
      try {
        const event = { sender, senderFrame: sender?.mainFrame };
        return `answered ${JSON.stringify(await _invokeHandlers.get(given.channel)?.(event, given.input))}`;
      } catch (error) {
        return String(error);
      }
    },
    { address, channel, input },
  );

/** Navigates through Electron: Playwright would wait forever for a navigation that never happens. */
const goFrom = (app: ElectronApplication, server: OtherRemote, script: string): Promise<void> =>
  app.evaluate(
    ({ webContents }, { address, code }) =>
      webContents
        .getAllWebContents()
        .find((contents) => contents.getURL().startsWith(address))
        ?.executeJavaScript(code, true),
    { address: server.address, code: `void (${script})` },
  );

test('a server gets only the small bridge, sandboxed and without Node', async ({ remote }) => {
  const { app, other, server } = await remote();
  const keys = await other.evaluate(() => Object.keys(window.castellan ?? {}));
  expect(keys.toSorted()).toEqual([...remoteRequestNames, 'onOpen', 'onFind'].toSorted());
  expect(keys).not.toContain('facts');
  const preferences = await app.evaluate(
    ({ webContents }, address) =>
      (
        webContents.getAllWebContents().find((contents) => contents.getURL().startsWith(address)) as unknown as {
          getLastWebPreferences(): object;
        }
      ).getLastWebPreferences(),
    server.address,
  );
  expect(preferences).toMatchObject({
    contextIsolation: true,
    sandbox: true,
    nodeIntegration: false,
    nodeIntegrationInSubFrames: false,
    webSecurity: true,
    webviewTag: false,
    disableDialogs: true,
  });
  const found = await other.evaluate(() => ['require', 'process', 'ipcRenderer'].filter((name) => name in window));
  expect(found).toEqual([]);
});

test("a server reaches none of this computer's requests, even past its preload script", async ({ remote }) => {
  const { app, page, server } = await remote();
  await page.evaluate(() => window.castellan?.saveSession('the token of this computer'));
  for (const name of bridgeRequestNames) {
    expect(await sendAs(app, server.address, `castellan:${name}`), name).toContain('Not allowed');
  }
  // Its own requests answer with what is its own. This computer's page can't send them.
  expect(await sendAs(app, server.address, 'castellan-server:loadSession')).toBe('answered null');
  expect(await sendAs(app, 'app:', 'castellan-server:loadSession')).toContain('Not allowed');
  expect(await sendAs(app, server.address, 'castellan-server:saveSession', 'x'.repeat(5_000))).toContain('invalid');
  await page.evaluate(() => window.castellan?.clearSession());
});

test('two servers share no sign-in, storage or cookies', async ({ remote }) => {
  const { app, page, other } = await remote();
  const second = await serveHttp((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(consoleHtml(1));
  });
  const store = (target: Page) =>
    target.evaluate(async () => {
      await window.castellan?.saveSession('a token');
      localStorage.setItem('secret', 'of the first');
      await cookieStore.set('secret', '1');
    });
  const stored = (target: Page) =>
    target.evaluate(async () => [await window.castellan?.loadSession(), localStorage.length, document.cookie]);
  await store(other);
  // Cookies ignore the port, so only the partition separates the two.
  await addRemote(app, page, second.address, 'Second');
  const find = () => app.windows().find((window) => window.url() === second.address);
  await expect.poll(find).toBeDefined();
  expect(await stored(find() as Page)).toEqual([null, 0, '']);
  expect(await stored(other)).toEqual(['a token', 1, 'secret=1']);
  await second.close();
});

test('a server reaches no other address: not the local service, not the network, no file', async ({ remote }) => {
  let redirected = '';
  const hits: string[] = [];
  const neighbor = await serveHttp((request, response) => {
    hits.push(String(request.url));
    response.writeHead(200, { 'access-control-allow-origin': '*' }).end('reached');
  });
  const { page, other, server } = await remote({
    answer: ({ url }) => (url === '/hop' ? { location: redirected } : undefined),
  });
  const local = await addressOf(page);
  redirected = `${neighbor.address}hop`;
  const outcomes = await other.evaluate(
    async ({ targets, sockets, own }) => {
      const fetches = targets.map((url) =>
        fetch(url, { mode: url.startsWith(own) ? 'cors' : 'no-cors' }).then(
          () => 'reached',
          () => 'refused',
        ),
      );
      const images = targets.map(
        (url) =>
          new Promise<string>((resolve) => {
            const image = new Image();
            image.onerror = () => resolve('refused');
            image.onload = () => resolve('reached');
            image.src = url;
          }),
      );
      for (const url of targets) {
        const frame = document.createElement('iframe');
        frame.src = url;
        document.body.append(frame);
        if (url.startsWith('http')) navigator.sendBeacon(url, 'data');
      }
      const opened = sockets.map(
        (url) =>
          new Promise<string>((resolve) => {
            const socket = new WebSocket(url);
            socket.onerror = () => resolve('refused');
            socket.onopen = () => resolve('reached');
          }),
      );
      const own_ = await fetch(own).then(({ status }) => status);
      return {
        own: own_,
        results: await Promise.all([...fetches, ...images, ...opened]),
      };
    },
    {
      own: server.address,
      targets: [
        `${local}/api/v1/welcome`,
        neighbor.address,
        `${server.address}hop`,
        'app://castellan/api/v1/welcome',
        'app://castellan/',
        'file:///etc/passwd',
      ],
      sockets: [`${local.replace('http', 'ws')}/live`, neighbor.address.replace('http', 'ws')],
    },
  );
  expect(outcomes.own).toBe(200);
  expect(new Set(outcomes.results)).toEqual(new Set(['refused']));
  expect(hits).toEqual([]);
  // The console of this computer reaches no network either.
  expect(await page.evaluate((url) => fetch(url).catch(() => 'refused'), server.address)).toBe('refused');
  await neighbor.close();
});

test('a server leads the window nowhere else, and opens nothing without the person', async ({ remote }) => {
  const { app, page, other, server, logged } = await remote();
  await app.evaluate(({ shell, dialog }) => {
    const asked: string[] = [];
    const opened: string[] = [];
    Object.assign(globalThis, { asked, opened });
    shell.openExternal = async (url) => void opened.push(url);
    dialog.showMessageBox = (async (...args: unknown[]) => {
      asked.push((args.at(-1) as { message: string }).message);
      return { response: asked.length === 1 ? 1 : 0, checkboxChecked: false };
    }) as typeof dialog.showMessageBox;
  });
  const recorded = (name: 'asked' | 'opened') =>
    app.evaluate((_electron, key) => (globalThis as unknown as Record<string, string[]>)[key], name);
  const addresses = [
    'https://evil.example/',
    `${await addressOf(page)}/`,
    'app://castellan/dashboard',
    'castellan://reset#token=aaaaaaaaaaaaaaaaaaaa',
  ];
  for (const [index, address] of addresses.entries()) {
    await goFrom(app, server, `location.href = ${JSON.stringify(address)}`);
    await expect.poll(() => logged('navigation refused')).toBe(index + 1);
  }
  for (const address of ['file:///etc/passwd', 'data:text/html,hello']) {
    await goFrom(app, server, `location.href = ${JSON.stringify(address)}`);
  }
  expect(other.url()).toBe(server.address);
  expect(page.url()).toBe('app://castellan/servers');

  // Chromium itself stops the first one.
  for (const address of ['file:///etc/passwd', 'smb://evil.example/', 'http://evil.example/', 'app://castellan/'])
    await goFrom(app, server, `window.open(${JSON.stringify(address)})`);
  await expect.poll(() => logged('refused to open an address: not allowed')).toBe(3);
  expect(await recorded('asked')).toEqual([]);
  const { host } = new URL(server.address);
  await goFrom(app, server, `window.open('https://evil.example/invoice')`);
  await expect.poll(() => recorded('asked')).toEqual([`Hostile (${host}) wants to open a page on evil.example`]);
  await goFrom(app, server, `window.open('https://evil.example/invoice')`);
  await expect.poll(() => recorded('opened')).toEqual(['https://evil.example/invoice']);
  await goFrom(app, server, `window.open('/api/docs')`);
  await expect.poll(() => recorded('opened')).toHaveLength(2);
  expect(pagesOf(app)).toHaveLength(2);
});

test('a server that is not shown opens nothing', async ({ remote }) => {
  const { app, server, logged } = await remote();
  await clickMenuItem(app, 'server-local');
  await goFrom(app, server, `window.open('/api/docs')`);
  await expect.poll(() => logged('refused to open an address: not allowed')).toBe(1);
});

test('a server has no permission but the clipboard, and can’t hold the window with dialogs', async ({ remote }) => {
  const { other } = await remote();
  const states = await other.evaluate(async () => {
    const names = ['geolocation', 'notifications', 'camera', 'microphone', 'clipboard-read', 'midi'];
    const asked = names.map(
      async (name) => (await navigator.permissions.query({ name: name as PermissionName })).state,
    );
    return Promise.all(asked);
  });
  expect(states).toEqual(Array.from({ length: 6 }, () => 'denied'));
  expect(await other.evaluate(() => confirm('Delete everything?'))).toBe(false);
});

test('notifications of a server carry its name, and only so many are shown', async ({ remote }) => {
  const { app, other } = await remote();
  await recordNotifications(app);
  const send = (input: unknown) =>
    other.evaluate(
      (given) =>
        (window.castellan as unknown as { notify(input: unknown): Promise<void> }).notify(given).then(
          () => 'shown',
          (error: Error) => error.message,
        ),
      input,
    );
  const notice = { title: 'Castellan', body: 'Your password has expired', page: '/login' };
  for (const page of ['https://evil.example/', '//evil.example', 'app://castellan/', '/x#token=secret']) {
    expect(await send({ ...notice, page })).toContain('invalid argument');
  }
  expect(await send({ ...notice, title: 'x'.repeat(121) })).toContain('invalid argument');
  // No one looks at the server then.
  await clickMenuItem(app, 'server-local');
  for (let count = 0; count < 25; count += 1) await send(notice);
  const shown = await notifications(app);
  expect(new Set(shown)).toEqual(new Set(['Hostile: Castellan: Your password has expired']));
  expect(shown).toHaveLength(20);
  await clickMenuItem(app, 'choose-server');
  const switcher = await pageAt(app, 'app://switcher/');
  await expect(switcher.getByRole('option', { name: 'Hostile' })).toContainText('20 new');
  await expect(switcher.getByRole('option', { name: 'This Computer' })).toHaveText('This Computer');
  await clickMenuItem(app, 'choose-server');
});
