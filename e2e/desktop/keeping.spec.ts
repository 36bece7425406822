import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ElectronApplication } from '@playwright/test';
import { type Desktop, expect, factsOf, signIn, test } from './desktop.ts';

const keptFile = ({ dataDir }: Desktop): string => join(dataDir, 'desktop/session.sealed');
const isKept = (desktop: Desktop): Promise<boolean> =>
  stat(keptFile(desktop)).then(
    () => true,
    () => false,
  );

/** Says what the system's keyring is, and how a person answers questions. @returns the questions. */
const withKeyring = async (app: ElectronApplication, backend: string, available: boolean, response: number) => {
  await app.evaluate(
    ({ safeStorage, dialog }, given) => {
      const questions: string[] = [];
      Object.assign(globalThis, { questions });
      safeStorage.getSelectedStorageBackend = () => given.backend as 'basic_text';
      safeStorage.isAsyncEncryptionAvailable = async () => given.available;
      dialog.showMessageBox = (async (...args: unknown[]) => {
        questions.push((args.at(-1) as { message: string }).message);
        return { response: given.response, checkboxChecked: false };
      }) as typeof dialog.showMessageBox;
    },
    { backend, available, response },
  );
  return () => app.evaluate(() => (globalThis as unknown as { questions: string[] }).questions);
};

test('with a keyring nothing is asked; the token lies sealed, and nowhere else', async ({ desktop }) => {
  const first = await desktop.launch();
  const questions = await withKeyring(first.app, 'gnome_libsecret', true, 1);
  await signIn(first.page);
  await expect.poll(() => isKept(desktop)).toBe(true);
  expect((await factsOf(first.page)).keeping).toBe('keyring');
  expect(await questions()).toEqual([]);
  expect(await first.page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))).not.toContain(
    'refresh',
  );
  expect((await readFile(keptFile(desktop))).toString('latin1')).not.toContain('refresh');
});

test('without a keyring the person is told and asked once; a yes keeps the sign-in over a restart', async ({
  desktop,
}) => {
  const first = await desktop.launch();
  const questions = await withKeyring(first.app, 'basic_text', true, 0);
  await signIn(first.page);
  await expect.poll(questions).toEqual(['This computer offers no keyring']);
  await expect.poll(() => isKept(desktop)).toBe(true);
  expect((await factsOf(first.page)).keeping).toBe('plain');
  await first.app.close();

  const second = await desktop.launch();
  await expect(second.page).toHaveURL(/\/dashboard/);
  await expect(second.page.getByRole('heading', { level: 1 })).toContainText('Olivia Owner');
});

test('a no keeps it in memory: a reload stays signed in, a restart does not', async ({ desktop }) => {
  const first = await desktop.launch();
  const questions = await withKeyring(first.app, 'basic_text', true, 1);
  await signIn(first.page);
  await expect.poll(questions).toHaveLength(1);
  await first.page.reload();
  await expect(first.page.getByRole('heading', { level: 1 })).toContainText('Olivia Owner');
  expect((await factsOf(first.page)).keeping).toBe('memory');
  expect(await questions()).toHaveLength(1);
  await first.app.close();
  expect(await isKept(desktop)).toBe(false);
  const { page } = await desktop.launch();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
});

test('where nothing can be sealed, nothing is written', async ({ desktop }) => {
  const first = await desktop.launch({ environment: { STANDIN_SAFE_STORAGE: 'unavailable' } });
  const questions = await withKeyring(first.app, 'unknown', false, 0);
  await signIn(first.page);
  expect((await factsOf(first.page)).keeping).toBe('memory');
  await first.page.reload();
  await expect(first.page.getByRole('heading', { level: 1 })).toContainText('Olivia Owner');
  expect(await questions()).toEqual([]);
  await first.app.close();
  expect(await isKept(desktop)).toBe(false);
});

test('signing out forgets it, and so does the switch in the menu', async ({ desktop }) => {
  const { app, page } = await desktop.launch();
  await withKeyring(app, 'kwallet6', true, 1);
  await signIn(page);
  await expect.poll(() => isKept(desktop)).toBe(true);
  const turn = () =>
    app.evaluate(({ Menu }) => {
      const item = Menu.getApplicationMenu()?.getMenuItemById('stay-signed-in');
      if (!item) throw new Error('There is no such switch');
      item.checked = !item.checked;
      // In Electron a click turns the switch itself.
      (item as unknown as { click: (item: unknown) => void }).click(item);
    });
  await turn();
  await expect.poll(() => isKept(desktop)).toBe(false);
  await turn();
  await expect.poll(() => isKept(desktop)).toBe(true);
  await page.getByRole('button', { name: 'Account menu of Olivia Owner' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect.poll(() => isKept(desktop)).toBe(false);
});
