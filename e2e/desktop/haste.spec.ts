import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, lstat, mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { ElectronApplication } from '@playwright/test';
import { appFolder, desktopEnvironment, expect, firstScreen, stripOf, test, windowOf } from './desktop.ts';
import { clickMenuItem } from './menu.ts';
import { addRemote, consoleHtml, serveHttps, trusted } from './servers.ts';

const program = createRequire(import.meta.url)('electron') as string;
const link = 'castellan://reset#token=never-issued-by-anybody';

/** Addresses of what the window shows, below the strip. */
const shown = async (app: ElectronApplication): Promise<string[]> =>
  (await windowOf(app)).evaluate(({ contentView }) =>
    contentView.children.slice(1).map((view) => (view as Electron.WebContentsView).webContents.getURL()),
  );

test('whoever switches faster than pages load sees the last server, in the strip and below it', async ({ desktop }) => {
  const servers = await Promise.all(
    [300, 0, 900].map((delay) =>
      serveHttps((_request, response) => {
        setTimeout(() => response.writeHead(200, { 'content-type': 'text/html' }).end(consoleHtml(1)), delay);
      }),
    ),
  );
  const { app, page } = await desktop.launch({ args: trusted });
  await firstScreen(page);
  for (const [index, { address }] of servers.entries()) await addRemote(app, page, address, `Server ${index}`);
  const items = await app.evaluate(({ Menu }) =>
    (Menu.getApplicationMenu()?.items ?? [])
      .flatMap(({ submenu }) => submenu?.items ?? [])
      .map(({ id }) => id)
      .filter((id) => /^server-/.test(id ?? '')),
  );
  expect(items).toHaveLength(4);
  const strip = await stripOf(app);
  for (const last of [1, 2, 3, 0]) {
    const order = [0, 1, 2, 3, 2, 1, 0, 3, 1, 0, 2, last];
    await app.evaluate(
      ({ Menu, BaseWindow }, ids) => {
        for (const id of ids) {
          const found = Menu.getApplicationMenu()?.getMenuItemById(id);
          const { click } = found as unknown as { click(event: object, window: object | undefined): void };
          click.call(found, {}, BaseWindow.getAllWindows()[0]);
        }
      },
      order.map((index) => items[index] ?? ''),
    );
    await expect(strip.locator('#name')).toHaveText(last === 0 ? 'This Computer' : `Server ${last - 1}`);
    await expect(strip.locator('body')).toHaveAttribute('data-status', 'open');
    const address = last === 0 ? 'app://castellan/' : (servers[last - 1]?.address ?? '');
    await expect.poll(async () => (await shown(app)).map((at) => at.startsWith(address))).toEqual([true]);
  }
  for (const server of servers) await server.close();
});

test('links that are clicked while the app starts are followed once it has started, by one app', async ({
  desktop,
}) => {
  const folder = join(desktop.dataDir, '..');
  const launching = desktop.launch();
  // From now on, it is the one that runs.
  await expect.poll(() => lstat(join(desktop.dataDir, 'desktop/SingletonSocket')).catch(() => undefined)).toBeDefined();
  const later = [1, 2, 3].map(() =>
    spawn(program, [appFolder, '--password-store=basic', link], { env: desktopEnvironment(folder), stdio: 'ignore' }),
  );
  const codes = Promise.all(later.map((child) => once(child, 'exit')));
  const { app, page } = await launching;
  expect((await codes).map(([code]) => code)).toEqual([0, 0, 0]);
  await expect(page.getByLabel('New password', { exact: true })).toBeVisible();
  expect(await app.evaluate(({ BaseWindow }) => BaseWindow.getAllWindows().length)).toBe(1);
});

test('settings that can be neither read nor written keep nobody from working', async ({ desktop }) => {
  const settings = join(desktop.dataDir, 'desktop/settings.json');
  await mkdir(join(desktop.dataDir, 'desktop'), { recursive: true, mode: 0o700 });
  // A folder is in the place of the file.
  await mkdir(settings);
  const { app, page } = await desktop.launch();
  await firstScreen(page);
  await addRemote(app, page, 'http://localhost:9', 'Failing');
  await expect((await stripOf(app)).locator('#name')).toHaveText('Failing');
  await clickMenuItem(app, 'server-local');
  await app.close();
  const problems = (await desktop.log()).filter(({ level }) => Number(level) >= 40).map(({ msg }) => msg);
  expect(problems.join()).toMatch(/settings/);
});

test('a file that only others may write is kept, and settings are lost aloud', async ({ desktop }) => {
  const folder = join(desktop.dataDir, 'desktop');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { app, page } = await desktop.launch();
  await firstScreen(page);
  await chmod(folder, 0o500);
  await addRemote(app, page, 'http://localhost:9', 'Failing');
  await expect((await stripOf(app)).locator('#name')).toHaveText('Failing');
  await app.close();
  await chmod(folder, 0o700);
  const problems = (await desktop.log()).filter(({ level }) => Number(level) >= 40).map(({ msg }) => msg);
  expect(problems.join()).toMatch(/settings/);
});
