import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ElectronApplication, Locator } from '@playwright/test';
import { runProgram } from '../support/test-app.ts';
import { type Desktop, expect, signIn, signInAgain, test } from './desktop.ts';
import { clickMenuItem } from './menu.ts';

const passphrases = ['correct horse battery', 'another horse battery'] as const;

/** The backups in the folder, newest last. */
const backupsIn = (folder: string): Promise<string[]> =>
  readdir(folder).then(
    (names) => names.filter((name) => name.endsWith('.tar.gz')).toSorted(),
    () => [],
  );

/** Starts the app, which then ends where it would start itself again, and whose dialog chooses this folder. */
const start = async (desktop: Desktop, folder: string) => {
  const started = await desktop.launch();
  await started.app.evaluate(({ app, dialog }, chosen) => {
    app.relaunch = () => {};
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [chosen] });
  }, folder);
  return started;
};

/** Clicks what ends the app, which may end before the click has returned. */
const endBy = async (app: ElectronApplication, button: Locator): Promise<void> => {
  const ended = new Promise<void>((resolve) => app.once('close', () => resolve()));
  await button.click().catch((error: Error) => {
    if (!error.message.includes('has been closed')) throw error;
  });
  await ended;
};

const opens = async (folder: string, file: string | undefined, passphrase: string) =>
  (await runProgram(['backup', 'verify', join(folder, file ?? '')], { CASTELLAN_BACKUP_PASSPHRASE: passphrase })).code;

const backupsPage = 'app://castellan/dashboard/settings?tab=server';

test('backups are chosen, get another passphrase, and are turned off', async ({ desktop }) => {
  const folder = dirname(desktop.dataDir);
  const [first, second] = passphrases;

  const chosen = await start(desktop, folder);
  await signIn(chosen.page);
  await chosen.page.goto(backupsPage);
  await chosen.page.getByLabel('Passphrase for the backups').fill(first);
  await endBy(chosen.app, chosen.page.getByRole('button', { name: 'Choose a folder' }));

  const changed = await start(desktop, folder);
  await expect.poll(() => backupsIn(folder)).toHaveLength(1);
  await signInAgain(changed.page);
  await changed.page.goto(backupsPage);
  await changed.page.getByRole('button', { name: 'Change passphrase' }).click();
  const dialog = changed.page.getByRole('dialog');
  await dialog.getByLabel('Passphrase for the backups').fill(second);
  await endBy(changed.app, dialog.getByRole('button', { name: 'Change passphrase' }));

  const stopped = await start(desktop, folder);
  await clickMenuItem(stopped.app, 'back-up');
  await expect.poll(() => backupsIn(folder)).toHaveLength(2);
  await signInAgain(stopped.page);
  await stopped.page.goto(backupsPage);
  await stopped.page.getByRole('button', { name: 'Turn off backups' }).click();
  await endBy(stopped.app, stopped.page.getByRole('dialog').getByRole('button', { name: 'Turn off backups' }));

  const [older, newer] = await backupsIn(folder);
  expect(await opens(folder, older, first)).toBe(0);
  expect(await opens(folder, newer, second)).toBe(0);
  expect(await opens(folder, newer, first)).not.toBe(0);
  expect(await readFile(join(desktop.dataDir, 'desktop/backups.json'), 'utf8')).toBe('{}');
});
