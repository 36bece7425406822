import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { type Cast, screenTests } from '#e2e/support/screens/screen-test.ts';
import { temporaryFolder } from '#e2e/support/temporary-folder.ts';
import { createTestService } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';

const screenTest = screenTests(async () => {
  const folder = await temporaryFolder('castellan-backups-');
  const app = await createTestService({
    'rate-limits': 'off',
    'backup-dir': join(folder.path, 'backups'),
    'backup-without-keys': 'on',
  });
  return Object.assign(Object.create(app) as typeof app, {
    close: async () => {
      await app.close();
      await folder.close();
    },
  });
});
const { getBackupStatus } = contract.settings;

screenTest('settings/backups-section', ['settings.backUpNow'], 'makes a backup', async (cast) => {
  const { app, operator, owner, open, read } = cast;
  expect(await read(operator, getBackupStatus, {})).toMatchObject({ running: false, last: null });
  const page = await open(operator, '/dashboard/settings?tab=server');
  await page.send('Back up now', 'settings.backUpNow');
  expect(await page.shows('The first one is being made')).toBe(true);
  // Joins the one that runs.
  await app.service.context.backups.run();
  expect(await read(operator, getBackupStatus, {})).toMatchObject({ running: false, failure: null });
  expect((await read(operator, getBackupStatus, {})).last?.bytes).toBeGreaterThan(0);
  expect(await read(owner, getBackupStatus, {})).toMatchObject({ manageable: false, last: null });
});

screenTest('installation/installation-page', [], 'shows a backup that was made meanwhile', async (cast) => {
  const { app, operator, open } = cast;
  const page = await open(operator, '/dashboard/server');
  const { backups } = (await cast.read(operator, contract.installation.getInstallation, {})).disk;
  const count = backups?.count ?? 0;
  await page.press('Dashboard');
  await page.find('heading', 'Dashboard');
  app.clock.advance(1_000);
  await app.service.context.backups.run();
  await page.press(/^Account menu/);
  await page.press('Server');
  await page.see(new RegExp(`^${count + 1} backups?`));
});

/** Opens the page in the app, where the backups of the service were chosen, or come from its command line. */
const inApp = async ({ open, operator }: Cast, isInEffect: boolean) => {
  const requests = {
    chosenBackups: async () => ({ folder: '/backups', isInEffect }),
    chooseBackups: vi.fn<(input: unknown) => Promise<string>>(async () => 'chosen'),
    stopBackups: vi.fn<() => Promise<void>>(async () => {}),
  };
  vi.stubGlobal('castellan', { listRemotes: async () => [], facts: () => new Promise(() => {}), ...requests });
  return { page: await open(operator, '/dashboard/settings?tab=server'), ...requests };
};

screenTest('settings/change-backups', [], 'changes the folder', async (cast) => {
  const { page, chooseBackups } = await inApp(cast, true);
  chooseBackups.mockResolvedValueOnce('unwritable');
  await page.press('Change folder');
  await page.see(/^Castellan can’t write to this folder/);
  await page.press('Change folder');
  await page.see('Castellan is restarting.');
  expect(chooseBackups).toHaveBeenLastCalledWith({ keepsFolder: false });
});

screenTest('settings/change-backups', [], 'changes the passphrase', async (cast) => {
  const { page, chooseBackups } = await inApp(cast, true);
  await page.press('Change passphrase');
  await page.see(/still need the old passphrase/);
  await page.fill('Passphrase for the backups', 'another horse battery');
  await page.press('Change passphrase');
  await page.see('Castellan is restarting.');
  expect(chooseBackups).toHaveBeenLastCalledWith({ passphrase: 'another horse battery', keepsFolder: true });
});

screenTest('settings/change-backups', [], 'turns backups off', async (cast) => {
  const { page, stopBackups } = await inApp(cast, true);
  await page.press('Turn off backups');
  await page.see(/The backups in \/backups stay there/);
  expect(stopBackups).not.toHaveBeenCalled();
  await page.press('Turn off backups');
  await page.see('Castellan is restarting.');
  expect(stopBackups).toHaveBeenCalledOnce();
});

screenTest('settings/change-backups', [], 'leaves what the command line says', async (cast) => {
  const { page } = await inApp(cast, false);
  await page.see('Back up now');
  expect(await page.shows('Change folder')).toBe(false);
});
