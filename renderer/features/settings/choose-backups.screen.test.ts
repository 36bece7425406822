import { expect, vi } from 'vitest';
import { screenTests } from '#e2e/support/screens/screen-test.ts';

const screenTest = screenTests();

/** Puts the console into the app, in which backups were chosen like this. */
const inApp = (chosen: { folder: string | null; isInEffect: boolean }) => {
  const chooseBackups = vi.fn<(input: unknown) => Promise<string>>();
  vi.stubGlobal('castellan', {
    listRemotes: async () => [],
    facts: () => new Promise(() => {}),
    chosenBackups: async () => chosen,
    chooseBackups,
  });
  return chooseBackups;
};

screenTest('settings/choose-backups', [], 'schedules backups in the desktop app', async ({ operator, open }) => {
  const page = await open(operator, '/dashboard/settings?tab=server');
  await page.see(/^No backups are scheduled\. Restart Castellan/);
  await page.see(/^CASTELLAN_BACKUP_DIR=\S+ CASTELLAN_BACKUP_PASSPHRASE=\S+ castellan serve --data-dir '/);
  const chooseBackups = inApp({ folder: null, isInEffect: false });
  // Reads the page again, now in the app.
  await page.press('Organization');
  await page.press('This server');
  await page.see(/no one can restore a backup/);
  await page.fill('Passphrase for the backups', 'short');
  await page.press('Choose a folder');
  await page.see('At least 12 characters');
  await page.fill('Passphrase for the backups', 'correct horse battery');
  for (const [result, text] of [
    ['unwritable', /^Castellan can’t write to this folder/],
    ['canceled', /^No backups are scheduled\. Choose a folder/],
    ['chosen', 'Castellan is restarting.'],
  ] as const) {
    chooseBackups.mockResolvedValueOnce(result);
    await page.press('Choose a folder');
    await page.see(text);
    expect(chooseBackups).toHaveBeenLastCalledWith({ passphrase: 'correct horse battery', keepsFolder: false });
  }
  expect(await page.shows(/can’t write/)).toBe(false);
});

screenTest('settings/choose-backups', [], 'asks for a passphrase that was lost', async ({ operator, open }) => {
  const chooseBackups = inApp({ folder: '/backups', isInEffect: false });
  const page = await open(operator, '/dashboard/settings?tab=server');
  await page.see(/^No backups are made in \/backups, because their passphrase couldn’t be read/);
  await page.fill('Passphrase for the backups', 'correct horse battery');
  chooseBackups.mockRejectedValueOnce(new Error('The disk is full'));
  await page.press('Turn on backups');
  await page.see('Couldn’t change the backups');
  chooseBackups.mockResolvedValueOnce('chosen');
  await page.press('Turn on backups');
  await page.see('Castellan is restarting.');
  expect(chooseBackups).toHaveBeenLastCalledWith({ passphrase: 'correct horse battery', keepsFolder: true });
});
