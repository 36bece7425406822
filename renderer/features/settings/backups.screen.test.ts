import { join } from 'node:path';
import { expect } from 'vitest';
import { screenTests } from '#e2e/support/screens/screen-test.ts';
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
