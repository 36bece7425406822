import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ElectronApplication, Page } from '@playwright/test';
import { axeFindings } from '../support/axe.ts';
import { calling } from '../support/batched-calls.ts';
import { account, type Desktop, expect, firstScreen, pagesOf, post, signInAgain, test, windowOf } from './desktop.ts';
import { clickMenuItem } from './menu.ts';
import { clickNotification, notifications, recordNotifications } from './notifications.ts';
import { addRemote, consoleHtml, otherPage, serveCastellan, serveHttps, titleOf, trusted } from './servers.ts';

const idOf = async (app: ElectronApplication, label: string): Promise<string> => {
  const id = await app.evaluate(
    ({ Menu }, wanted) =>
      Menu.getApplicationMenu()
        ?.items.flatMap(({ submenu }) => submenu?.items ?? [])
        .find((item) => item.label.startsWith(wanted))?.id,
    label,
  );
  if (id === undefined) throw new Error(`The menu has no ${label}`);
  return id;
};

const savedSignIns = (desktop: Desktop): Promise<string[]> => readdir(join(desktop.dataDir, 'desktop/servers'));

/** Waits until the only sign-in is saved, and returns the name of its file. While it is being written, it has another name. */
const onlySavedSignIn = async (desktop: Desktop): Promise<string> => {
  await expect.poll(() => savedSignIns(desktop)).toEqual([expect.stringMatching(/\.sealed$/)]);
  const [file = ''] = await savedSignIns(desktop);
  return file;
};

/** Adds a real server and signs in there, in the window. */
const signInAt = async (app: ElectronApplication, page: Page, address: string, name: string): Promise<Page> => {
  await firstScreen(page);
  await addRemote(app, page, address, name);
  const other = await otherPage(app);
  await signInAgain(other);
  return other;
};

const answerDialogs = (app: ElectronApplication) =>
  app.evaluate(({ dialog }) => {
    dialog.showMessageBox = (async () => ({ response: 0, checkboxChecked: false })) as typeof dialog.showMessageBox;
  });

test('a server is shown in the same window, and its sign-in is kept apart from that of this computer', async ({
  desktop,
}) => {
  const server = await serveCastellan();
  const { app, page } = await desktop.launch({ args: trusted });
  await answerDialogs(app);
  const other = await signInAt(app, page, server.address, 'Production');
  const host = new URL(server.address).host;
  expect(await titleOf(app)).toBe(`Production (${host}) · Castellan`);
  const path = join(desktop.dataDir, 'desktop/servers', await onlySavedSignIn(desktop));
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  const token = await other.evaluate(() => window.castellan?.loadSession());
  expect(token).toBeTruthy();
  expect((await readFile(path)).includes(String(token))).toBe(false);
  expect(await page.evaluate(() => window.castellan?.loadSession())).toBeNull();
  await app.close();

  const again = await desktop.launch({ args: trusted });
  const shown = await otherPage(again.app);
  await expect(shown).toHaveURL(`${server.address}dashboard`);
  await expect(shown.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  await clickMenuItem(again.app, 'server-local');
  await expect.poll(() => titleOf(again.app)).not.toContain('Production');
  await server.close();
});

test('the menu switches between this computer and the servers, and acts on the one that is shown', async ({
  desktop,
}) => {
  const server = await serveCastellan();
  const { app, page } = await desktop.launch({ args: trusted });
  const other = await signInAt(app, page, server.address, 'Production');
  await clickMenuItem(app, 'sessions');
  await expect(other).toHaveURL(/\/dashboard\/sessions$/);
  await expect(page).toHaveURL('app://castellan/servers');
  await clickMenuItem(app, 'back');
  await expect(other).toHaveURL(/\/dashboard$/);
  const production = await idOf(app, 'Production');
  const isChecked = () =>
    app.evaluate(({ Menu }, id) => Menu.getApplicationMenu()?.getMenuItemById(id)?.checked, production);
  expect(await isChecked()).toBe(true);
  await clickMenuItem(app, 'server-local');
  await expect.poll(isChecked).toBe(false);
  expect(await titleOf(app)).toBe('Servers · Castellan');
  await clickMenuItem(app, production);
  await expect.poll(() => titleOf(app)).toContain('Production');
  await other.evaluate(() => document.body.setAttribute('data-before', ''));
  await clickMenuItem(app, 'reload');
  await expect(other.locator('body[data-before]')).toHaveCount(0);
  await expect(other).toHaveURL(/\/dashboard$/);
  await server.close();
});

test('only the console that is shown is in the window and gets the keys, also after the window was hidden', async ({
  desktop,
}) => {
  const server = await serveHttps((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(consoleHtml(1));
  });
  const { app, page } = await desktop.launch({ args: trusted });
  await firstScreen(page);
  const attached = () =>
    app.evaluate(({ BaseWindow }) =>
      BaseWindow.getAllWindows()[0]?.contentView.children.map((view) =>
        (view as Electron.WebContentsView).webContents.getURL(),
      ),
    );
  /** Which pages are given the keyboard when the window gets it. The tests' display has no window manager to do so. */
  const focused = () =>
    app.evaluate(({ BaseWindow, webContents }) => {
      const given: string[] = [];
      const all = webContents.getAllWebContents();
      for (const contents of all) contents.focus = () => given.push(contents.getURL());
      BaseWindow.getAllWindows()[0]?.emit('focus');
      for (const contents of all) Reflect.deleteProperty(contents, 'focus');
      return given;
    });
  expect(await attached()).toEqual(['app://strip/', 'app://castellan/welcome']);
  await addRemote(app, page, server.address, 'Production');
  await expect.poll(attached).toEqual(['app://strip/', server.address]);
  const frame = await windowOf(app);
  await frame.evaluate((own) => own.hide());
  await frame.evaluate((own) => own.show());
  expect(await attached()).toEqual(['app://strip/', server.address]);
  expect(await focused()).toEqual([server.address]);
  await clickMenuItem(app, 'server-local');
  expect(await attached()).toEqual(['app://strip/', 'app://castellan/servers']);
  expect(await focused()).toEqual(['app://castellan/servers']);
  await server.close();
});

test('the menu of the account opens the menu of servers', async ({ desktop }) => {
  const server = await serveCastellan();
  const { app, page } = await desktop.launch({ args: trusted });
  await app.evaluate(({ Menu }) => {
    const opened: string[][] = [];
    Object.assign(globalThis, { opened });
    Menu.prototype.popup = function popup() {
      opened.push(this.items.map(({ label }) => label));
    };
  });
  const other = await signInAt(app, page, server.address, 'Production');
  await other.getByRole('button', { name: 'Account menu of Olivia Owner' }).click();
  await other.getByRole('menuitem', { name: 'Switch server…' }).click();
  const opened = () => app.evaluate(() => (globalThis as unknown as { opened: string[][] }).opened);
  const { host } = new URL(server.address);
  await expect.poll(opened).toEqual([['This Computer', `Production (${host})`, '', 'Manage Servers…']]);
  await server.close();
});

test('a server can be renamed and removed, and nothing of it stays', async ({ desktop }) => {
  const server = await serveCastellan();
  const { app, page } = await desktop.launch({ args: trusted });
  await answerDialogs(app);
  const other = await signInAt(app, page, server.address, 'Production');
  await onlySavedSignIn(desktop);
  await clickMenuItem(app, 'manage-servers');
  await page.getByRole('button', { name: 'Actions for Production' }).click();
  await page.getByRole('menuitem', { name: 'Edit…' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Frankfurt');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: 'Open Frankfurt' })).toBeVisible();
  await expect.poll(() => idOf(app, 'Frankfurt')).toMatch(/^server-/);
  await page.getByRole('button', { name: 'Actions for Frankfurt' }).click();
  await page.getByRole('menuitem', { name: 'Remove…' }).click();
  await page.getByRole('button', { name: 'Remove server' }).click();
  await expect(page.getByRole('button', { name: 'Open Frankfurt' })).toHaveCount(0);
  await expect.poll(() => other.isClosed()).toBe(true);
  expect(await savedSignIns(desktop)).toEqual([]);
  await server.close();
});

test('axe finds nothing on the page of servers, in light and dark, narrow and wide', async ({ desktop }) => {
  const { app, page } = await desktop.launch();
  await firstScreen(page);
  // No one listens there.
  await addRemote(app, page, 'http://localhost:9', 'Production');
  const problem = await otherPage(app);
  await expect(problem.getByRole('heading')).toHaveText('Can’t connect to Production');
  await clickMenuItem(app, 'manage-servers');
  await expect(page.getByRole('button', { name: 'Open Production' })).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const shown of [page, problem]) {
      await shown.emulateMedia({ colorScheme });
      expect(await axeFindings(shown)).toEqual([]);
    }
  }
});

test('an address that the list refuses says why', async ({ desktop }) => {
  const { app, page } = await desktop.launch();
  await firstScreen(page);
  for (const [address, reason] of [
    ['', 'Enter the address of a Castellan'],
    ['file:///etc/passwd', 'Enter the address of a Castellan'],
    ['https://user:secret@example.org', 'Enter the address of a Castellan'],
    ['http://castellan.example.org', 'Use an https address'],
  ] as const) {
    await addRemote(app, page, address, '');
    await expect(page.getByText(reason)).toBeVisible();
  }
  expect(pagesOf(app)).toHaveLength(1);
});

test('a sign-in at a server that is not shown is told with its name, and a click leads there', async ({ desktop }) => {
  const server = await serveCastellan();
  const { app, page } = await desktop.launch({ args: trusted });
  await recordNotifications(app);
  await firstScreen(page);
  await addRemote(app, page, server.address, 'Production');
  const other = await otherPage(app);
  // From then on, the console hears of changes, and knows which sessions there are.
  const listening = other.waitForResponse((answer) => new URL(answer.url()).pathname === '/live');
  const known = other.waitForResponse((answer) => calling('sessions.listSessions')(new URL(answer.url())));
  await signInAgain(other);
  await Promise.all([listening, known]);
  await clickMenuItem(app, 'server-local');
  const { email, password } = account;
  expect((await post(server.service, '/auth/login', { email, password })).status).toBe(200);
  await expect
    .poll(() => notifications(app))
    .toEqual([expect.stringMatching(/^Production: New sign-in: Someone signed in to your account from /)]);
  await clickNotification(app);
  await expect.poll(() => titleOf(app)).toContain('Production');
  await expect(other).toHaveURL(/\/dashboard\/sessions$/);
  await server.close();
});
