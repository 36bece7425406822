import { expect, vi } from 'vitest';
import { screenTests } from '#e2e/support/screens/screen-test.ts';

const screenTest = screenTests();

screenTest('settings/choose-backups', [], 'schedules backups in the desktop app', async ({ operator, open }) => {
  const chooseBackups = vi.fn<(input: unknown) => Promise<string>>();
  const page = await open(operator, '/dashboard/settings?tab=server');
  await page.see(/^No backups are scheduled\. Set CASTELLAN_BACKUP_DIR/);
  vi.stubGlobal('castellan', { listRemotes: async () => [], facts: () => new Promise(() => {}), chooseBackups });
  // Reads the page again, now in the app.
  await page.press('Organization');
  await page.press('This server');
  await page.fill('Passphrase for the backups', 'short');
  await page.press('Choose a folder');
  await page.see('At least 12 characters');
  await page.fill('Passphrase for the backups', 'correct horse battery');
  for (const [result, text] of [
    ['unwritable', /^Castellan can’t write to this folder/],
    ['canceled', /^No backups are scheduled\. Choose a folder/],
    ['chosen', /^Castellan is restarting/],
  ] as const) {
    chooseBackups.mockResolvedValueOnce(result);
    await page.press('Choose a folder');
    await page.see(text);
    expect(chooseBackups).toHaveBeenLastCalledWith({ passphrase: 'correct horse battery' });
  }
  expect(await page.shows(/can’t write/)).toBe(false);
});
