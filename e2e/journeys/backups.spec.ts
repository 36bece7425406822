import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { axeFindingsInBoth } from '../support/axe.ts';
import { openContext } from '../support/browser-contexts.ts';
import { signIn } from '../support/journey.ts';
import { runProgram, type SpawnedInstance, spawnInstance } from '../support/test-app.ts';

const email = 'ann@example.org';
const passphrase = { CASTELLAN_BACKUP_PASSPHRASE: 'correct horse battery' };

let base: string;
let server: SpawnedInstance | undefined;
test.beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'castellan-backup-journey-'));
});
test.afterEach(async () => {
  await server?.close();
  server = undefined;
  await rm(base, { recursive: true, force: true });
});

/** A data folder with one owner. Returns the owner's password. */
const createOwner = async (dataDir: string): Promise<string> => {
  const owner = ['--email', email, '--name', 'Ann', '--company', 'Acme', '--bcrypt-cost', '10'];
  const { stdout } = await runProgram(['owner', 'create', '--data-dir', dataDir, ...owner]);
  return /Password: (\S+)/.exec(stdout)?.[1] ?? '';
};

test('an owner backs up from the settings, and the dashboard shows when', async ({ browser }) => {
  const dataDir = join(base, 'data');
  const backups = join(base, 'backups');
  const password = await createOwner(dataDir);
  server = await spawnInstance({ dataDir, environment: { ...passphrase, CASTELLAN_BACKUP_DIR: backups } });
  const gone = async (): Promise<string[]> =>
    (await readdir(backups).catch(() => [])).filter((name) => name.endsWith('.gz'));
  await expect.poll(gone).toHaveLength(1);
  const page = await (await openContext(browser, server.address)).newPage();
  await signIn(page, email, password);
  const card = page.getByRole('link', { name: /^Last backup/ });
  await expect(card).toBeVisible();
  await card.click();
  const section = page.getByRole('main');
  await expect(section.getByText('Included, encrypted')).toBeVisible();
  expect(await axeFindingsInBoth(page)).toEqual([]);
  await section.getByRole('button', { name: 'Back up now' }).click();
  await expect.poll(gone).toHaveLength(2);
  // A folder that can't be written to.
  await rm(backups, { recursive: true });
  await writeFile(backups, '');
  await expect(section.getByRole('button', { name: 'Back up now' })).toBeEnabled();
  await section.getByRole('button', { name: 'Back up now' }).click();
  await expect(section.getByText('The last backup failed')).toBeVisible();
});

test('after a restore, an owner sees that email is on hold, and releases it', async ({ browser }) => {
  const [old, dataDir, file] = [join(base, 'old'), join(base, 'new'), join(base, 'backup.tar.gz')];
  const password = await createOwner(old);
  expect(await runProgram(['backup', file, '--data-dir', old], passphrase)).toMatchObject({ code: 0 });
  expect(await runProgram(['restore', file, '--data-dir', dataDir], passphrase)).toMatchObject({ code: 0 });
  server = await spawnInstance({ dataDir });
  const page = await (await openContext(browser, server.address)).newPage();
  await signIn(page, email, password);
  await expect(page.getByText('Email is on hold')).toBeVisible();
  await page.getByRole('button', { name: 'Release held email' }).click();
  const dialog = page.getByRole('dialog', { name: 'Release held email?' });
  await expect(dialog).toBeVisible();
  expect(await axeFindingsInBoth(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Release held email' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('Email is on hold')).toHaveCount(0);
});
