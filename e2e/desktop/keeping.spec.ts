import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Desktop, expect, factsOf, firstScreen, signIn, test } from './desktop.ts';
import { withKeyring } from './keyring.ts';
import { clickMenuItem } from './menu.ts';

const keptFile = ({ dataDir }: Desktop): string => join(dataDir, 'desktop/session.sealed');
/** Loaded before the app: a keyring that waits for its password forever. */
const pendingKeyring = join(import.meta.dirname, 'pending-keyring.cjs');

const isKept = (desktop: Desktop): Promise<boolean> =>
  stat(keptFile(desktop)).then(
    () => true,
    () => false,
  );

test('with a keyring the app asks nothing and stores the token encrypted, and nowhere else', async ({ desktop }) => {
  const first = await desktop.launch();
  const questions = await withKeyring(first.app, 'keyring', 1);
  await signIn(first.page);
  await expect.poll(() => isKept(desktop)).toBe(true);
  expect((await factsOf(first.page)).signInStorage).toBe('keyring');
  expect(await questions()).toEqual([]);
  expect(await first.page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))).not.toContain(
    'refresh',
  );
  expect((await readFile(keptFile(desktop))).toString('latin1')).not.toContain('refresh');
});

test('without a keyring the app asks once; "yes" keeps the user signed in across a restart', async ({ desktop }) => {
  const first = await desktop.launch();
  const questions = await withKeyring(first.app, 'fixed', 0);
  await signIn(first.page);
  await expect.poll(questions).toEqual(['This computer has no keyring']);
  await expect.poll(() => isKept(desktop)).toBe(true);
  expect((await factsOf(first.page)).signInStorage).toBe('plain');
  await first.app.close();

  const second = await desktop.launch();
  await expect(second.page).toHaveURL(/\/dashboard/);
  await expect(second.page.getByRole('button', { name: 'Account menu of Olivia Owner' })).toBeVisible();
});

test('"no" keeps the session in memory: it survives a reload but not a restart', async ({ desktop }) => {
  const first = await desktop.launch();
  const questions = await withKeyring(first.app, 'fixed', 1);
  await signIn(first.page);
  await expect.poll(questions).toHaveLength(1);
  await first.page.reload();
  await expect(first.page.getByRole('button', { name: 'Account menu of Olivia Owner' })).toBeVisible();
  expect((await factsOf(first.page)).signInStorage).toBe('memory');
  expect(await questions()).toHaveLength(1);
  await first.app.close();
  expect(await isKept(desktop)).toBe(false);
  const { page } = await desktop.launch();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
});

test('without encryption nothing is written', async ({ desktop }) => {
  const first = await desktop.launch();
  const questions = await withKeyring(first.app, 'none', 0);
  await signIn(first.page);
  expect((await factsOf(first.page)).signInStorage).toBe('memory');
  await first.page.reload();
  await expect(first.page.getByRole('button', { name: 'Account menu of Olivia Owner' })).toBeVisible();
  expect(await questions()).toEqual([]);
  await first.app.close();
  expect(await isKept(desktop)).toBe(false);
});

test('signing out deletes the stored session, and so does the menu switch', async ({ desktop }) => {
  const { app, page } = await desktop.launch();
  await withKeyring(app, 'keyring', 1);
  await signIn(page);
  await expect.poll(() => isKept(desktop)).toBe(true);
  const turn = () => clickMenuItem(app, 'stay-signed-in');
  await turn();
  await expect.poll(() => isKept(desktop)).toBe(false);
  await turn();
  await expect.poll(() => isKept(desktop)).toBe(true);
  await page.getByRole('button', { name: 'Account menu of Olivia Owner' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect.poll(() => isKept(desktop)).toBe(false);
});

test('a first start does not use the keyring', async ({ desktop }) => {
  const { app, page } = await desktop.launch({ preload: pendingKeyring });
  await firstScreen(page);
  expect(await app.evaluate(() => (globalThis as unknown as { asked: number }).asked)).toBe(0);
});

test('a locked keyring is reported, and the user can continue to sign-in', async ({ desktop }) => {
  await mkdir(join(desktop.dataDir, 'desktop'), { recursive: true, mode: 0o700 });
  await chmod(desktop.dataDir, 0o700);
  await writeFile(keptFile(desktop), 'v11 of another day', { mode: 0o600 });
  const { app, page } = await desktop.launch({ preload: pendingKeyring });
  await expect(page.getByRole('heading', { name: 'Waiting for your keyring…' })).toBeVisible();
  // Electron's default menu has no such item.
  expect(await app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('stay-signed-in')?.enabled)).toBe(
    true,
  );
  await page.getByRole('button', { name: 'Sign in with your password instead' }).click();
  await firstScreen(page);
  expect((await readFile(keptFile(desktop))).toString()).toBe('v11 of another day');
  const startedAt = performance.now();
  await app.close();
  expect(performance.now() - startedAt).toBeLessThan(10_000);
});
