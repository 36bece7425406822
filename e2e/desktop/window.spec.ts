import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ElectronApplication } from '@playwright/test';
import type { DesktopBridge } from '#shared/contract/desktop-bridge.ts';
import { account, addressOf, expect, firstScreen, post, signIn, test, windowOf } from './desktop.ts';
import { clickMenuItem } from './menu.ts';
import { notifications, recordNotifications } from './notifications.ts';

const windowCount = (app: ElectronApplication): Promise<number> =>
  app.evaluate(({ BaseWindow }) => BaseWindow.getAllWindows().length);

/** Loaded before the app: records notifications from its start on. */
const recordedFromStart = join(import.meta.dirname, 'recorded-notifications.cjs');

/** The fields of the sign-in request. */
const credentials = ({ email, password }: { email: string; password: string }) => ({ email, password });

test('size, position and color scheme are restored after a restart', async ({ desktop }) => {
  const first = await desktop.launch();
  await firstScreen(first.page);
  const bounded = await windowOf(first.app);
  await bounded.evaluate((own) => own.setBounds({ x: 40, y: 30, width: 1_000, height: 700 }));
  await first.page.evaluate(() => (window.castellan as DesktopBridge).setColorScheme('dark'));
  expect(await first.app.evaluate(({ nativeTheme }) => nativeTheme.themeSource)).toBe('dark');
  await first.app.close();
  const second = await desktop.launch();
  const again = await windowOf(second.app);
  expect(await again.evaluate((own) => own.getBounds())).toEqual({ x: 40, y: 30, width: 1_000, height: 700 });
  expect(await second.app.evaluate(({ nativeTheme }) => nativeTheme.themeSource)).toBe('dark');
});

test('unreadable settings are told and kept, and the app still starts', async ({ desktop }) => {
  const first = await desktop.launch();
  await first.app.close();
  const file = join(desktop.dataDir, 'desktop/settings.json');
  expect(JSON.parse(await readFile(file, 'utf8'))).toHaveProperty('window');
  const text = JSON.stringify({ window: 'wide', staySignedIn: false, colorScheme: 'dark' });
  await writeFile(file, text);
  const { app, page } = await desktop.launch({ preload: recordedFromStart });
  await firstScreen(page);
  expect(await readFile(`${file}.damaged-1`, 'utf8')).toBe(text);
  await expect.poll(() => notifications(app)).toEqual([expect.stringContaining(`${file}.damaged-1`)]);
  expect(await app.evaluate(({ nativeTheme }) => nativeTheme.themeSource)).toBe('dark');
  await app.close();
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ staySignedIn: false, colorScheme: 'dark' });
});

test('closing the window ends the app, unless it is set to keep running in the tray', async ({ desktop }) => {
  const first = await desktop.launch();
  await expect.poll(() => first.app.evaluate(({ Menu }) => Menu.getApplicationMenu() !== null)).toBe(true);
  await recordNotifications(first.app);
  await clickMenuItem(first.app, 'close-to-tray');
  const window = await windowOf(first.app);
  await window.evaluate((own) => own.close());
  await expect.poll(() => window.evaluate((own) => own.isVisible())).toBe(false);
  expect(await notifications(first.app)).toEqual([
    'Castellan is still running: Open it from the tray icon, or start it again.',
  ]);
  expect((await fetch(`${await addressOf(first.page)}/healthz`)).status).toBe(200);
  expect(await windowCount(first.app)).toBe(1);
  const child = first.app.process();
  await first.app.close();
  expect(child.exitCode).toBe(0);

  const second = await desktop.launch();
  await clickMenuItem(second.app, 'close-to-tray');
  const secondChild = second.app.process();
  const closed = second.app.waitForEvent('close');
  const own = await windowOf(second.app);
  await own.evaluate((target) => target.close()).catch(() => {});
  await closed;
  expect(secondChild.exitCode).toBe(0);
});

test('an app that was started without a window goes on when its window is closed', async ({ desktop }) => {
  const { app } = await desktop.launch({
    args: ['--hidden'],
    preload: join(import.meta.dirname, 'opened-later.cjs'),
  });
  const window = await windowOf(app);
  await expect.poll(() => window.evaluate((own) => own.isVisible())).toBe(true);
  await window.evaluate((own) => own.close());
  await expect.poll(() => window.evaluate((own) => own.isVisible())).toBe(false);
  await app.evaluate(({ app: own }) => own.emit('second-instance', {}, []));
  await expect.poll(() => window.evaluate((own) => own.isVisible())).toBe(true);
});

test('a sign-in elsewhere notifies only the user of the window', async ({ desktop }) => {
  const { app, page } = await desktop.launch({ environment: { CASTELLAN_RATE_LIMITS: 'off' } });
  await recordNotifications(app);
  const shown = () => notifications(app);
  await signIn(page);
  await expect(page.getByRole('button', { name: 'Account menu of Olivia Owner' })).toBeVisible();
  expect(await shown()).toEqual([]);
  const address = await addressOf(page);
  const stranger = { email: 'sam@example.com', name: 'Sam', password: account.password, company_name: 'Southwind' };
  expect((await post(address, '/auth/signup', stranger)).status).toBe(201);
  expect((await post(address, '/auth/login', credentials(stranger))).status).toBe(200);
  expect((await post(address, '/auth/login', credentials(account))).status).toBe(200);
  await expect.poll(shown).toEqual(['New sign-in: Someone signed in to your account from 127.0.0.1. Was that you?']);
});

test('notifications are counted on the badge while the window is not in front', async ({ desktop }) => {
  const { app, page } = await desktop.launch({ environment: { CASTELLAN_RATE_LIMITS: 'off' } });
  await recordNotifications(app);
  await app.evaluate((electron) => {
    const badges: number[] = [];
    Object.assign(globalThis, { badges });
    electron.app.setBadgeCount = (count = 0) => badges.push(count) > 0;
  });
  const badges = () => app.evaluate(() => (globalThis as unknown as { badges: number[] }).badges);
  await signIn(page);
  await expect(page.getByRole('button', { name: 'Account menu of Olivia Owner' })).toBeVisible();
  const address = await addressOf(page);
  const window = await windowOf(app);
  await window.evaluate((own) => own.hide());
  for (const count of [1, 2]) {
    expect((await post(address, '/auth/login', credentials(account))).status).toBe(200);
    await expect.poll(badges).toHaveLength(count);
  }
  expect(await badges()).toEqual([1, 2]);
  // Without a window manager, no window gets the focus.
  await window.evaluate((own) => own.emit('focus'));
  await expect.poll(badges).toEqual([1, 2, 0]);
});
