import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ElectronApplication } from '@playwright/test';
import { addressOf, expect, firstScreen, ownContents, pagesOf, signIn, test } from './desktop.ts';

/** Records what the system's browser would open, instead of opening it. */
const recordOpened = (app: ElectronApplication) =>
  app.evaluate(({ shell }) => {
    const opened: string[] = [];
    Object.assign(globalThis, { opened });
    shell.openExternal = async (url) => {
      opened.push(url);
    };
  });
const opened = (app: ElectronApplication): Promise<string[]> =>
  app.evaluate(() => (globalThis as unknown as { opened: string[] }).opened);

test('the window is sandboxed and isolated, without Node', async ({ opened: { app, page } }) => {
  await firstScreen(page);
  const contents = await ownContents(app);
  const preferences = await contents.evaluate(
    // Documented, but missing from Electron's type declarations.
    (own) => (own as unknown as { getLastWebPreferences(): object }).getLastWebPreferences(),
  );
  expect(preferences).toMatchObject({
    contextIsolation: true,
    sandbox: true,
    nodeIntegration: false,
    nodeIntegrationInSubFrames: false,
    webSecurity: true,
    allowRunningInsecureContent: false,
    webviewTag: false,
  });
});

test('the window never navigates away from the console', async ({ desktop }) => {
  const { app, page } = await desktop.launch();
  await firstScreen(page);
  const contents = await ownContents(app);
  const refusals = async () => (await desktop.log()).filter(({ msg }) => msg === 'navigation refused').length;
  const addresses = ['https://evil.example/', 'http://127.0.0.1:9/', 'file:///etc/passwd', 'data:text/html,hello'];
  for (const [index, address] of addresses.entries()) {
    // Navigate through Electron: Playwright would wait forever for a navigation that never happens.
    await contents.evaluate(
      (own, script) => own.executeJavaScript(script),
      `void (location.href = ${JSON.stringify(address)})`,
    );
    // Chromium itself stops pages from opening files and top-level data URLs.
    if (index < 2) await expect.poll(refusals).toBe(index + 1);
  }
  expect(await contents.evaluate((own) => own.getURL())).toBe('app://castellan/welcome');
  expect(pagesOf(app)).toHaveLength(1);
});

test("no page opens a window, and only the service's own pages open in the system's browser", async ({ desktop }) => {
  const { app, page } = await desktop.launch();
  await signIn(page);
  await recordOpened(app);
  const results = await page.evaluate(() =>
    ['https://evil.example/', 'file:///etc/passwd', 'javascript:alert(1)', 'smb://evil.example/share'].map(
      (url) => window.open(url) === null,
    ),
  );
  expect(results).toEqual([true, true, true, true]);
  expect(await opened(app)).toEqual([]);
  await page.getByRole('link', { name: 'API reference' }).click();
  await expect.poll(() => opened(app)).toEqual([`${await addressOf(page)}/api/docs`]);
  expect(pagesOf(app)).toHaveLength(1);
});

test("the client area of a connected provider opens in the system's browser", async ({ desktop }) => {
  const { app, page } = await desktop.launch();
  await signIn(page);
  await recordOpened(app);
  const clientArea = 'https://panel.example.org';
  const ask = () => page.evaluate((url) => void window.open(`${url}/invoices`), clientArea);
  await ask();
  const refused = () =>
    desktop.log().then((lines) => lines.some(({ msg }) => msg === 'refused to open an address: not allowed'));
  await expect.poll(refused).toBe(true);
  await page.goto('app://castellan/dashboard/hosting/settings');
  await page.getByRole('radio', { name: 'Provider account' }).check();
  await page.getByLabel('API address').fill(`${clientArea}/cloud/api.php`);
  await page.getByLabel('API key').fill('a-key-of-nobody');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved').first()).toBeVisible();
  await ask();
  await expect.poll(() => opened(app)).toEqual([`${clientArea}/invoices`]);
});

test('no page can redirect elsewhere or embed another page', async ({ opened: { app } }) => {
  const contents = await ownContents(app);
  const prevented = await contents.evaluate((own) => {
    const isPrevented = (name: string, url: string): boolean => {
      let stopped = false;
      const event = { url, preventDefault: () => (stopped = true) };
      own.emit(name, event, {}, {});
      return stopped;
    };
    return {
      outside: isPrevented('will-redirect', 'https://evil.example/'),
      inside: isPrevented('will-redirect', 'app://castellan/login'),
      webview: isPrevented('will-attach-webview', 'app://castellan/login'),
    };
  });
  expect(prevented).toEqual({ outside: true, inside: false, webview: true });
});

test('every permission is denied except writing to the clipboard', async ({ opened: { page } }) => {
  const states = await page.evaluate(async () => {
    const names = ['geolocation', 'notifications', 'camera', 'microphone', 'clipboard-read', 'midi'];
    const asked = names.map(
      async (name) => (await navigator.permissions.query({ name: name as PermissionName })).state,
    );
    return Promise.all(asked);
  });
  expect(states).toEqual(Array.from({ length: 6 }, () => 'denied'));
});

test("files that a browser started by Castellan creates have the permissions of the user's umask", async ({
  desktop,
}) => {
  const folder = join(desktop.dataDir, '..');
  const report = join(folder, 'mask');
  await writeFile(join(folder, 'xdg-open'), `#!/bin/sh\numask > '${report}'\n`, { mode: 0o755 });
  const { page } = await desktop.launch({ environment: { PATH: `${folder}:${process.env.PATH}` } });
  await signIn(page);
  await page.getByRole('link', { name: 'API reference' }).click();
  const mask = () =>
    readFile(report, 'utf8').then(
      (text) => Number.parseInt(text, 8),
      () => undefined,
    );
  await expect.poll(mask).toBe(process.umask());
  expect(process.umask()).not.toBe(0o077);
});
