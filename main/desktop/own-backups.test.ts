import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { dialog } from '#e2e/support/electron.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { temporaryFolder } from '#e2e/support/temporary-folder.ts';
import { readConfig } from '../config/config.ts';
import { createLogger } from '../platform/logger.ts';
import { createBackupChoice, withOwnBackups } from './own-backups.ts';

const log = createLogger('silent');
const place = perTest(async () => {
  const folder = await temporaryFolder('castellan-own-backups-');
  return { ...folder, file: join(folder.path, 'backups.json') };
});
const passphrase = 'correct horse battery';

/** Chooses a folder in the dialog, or nothing. */
const choose = async (folder: string | undefined) => {
  const restart = vi.fn();
  dialog.showOpenDialog.mockResolvedValueOnce({ canceled: !folder, filePaths: folder ? [folder] : [] });
  const result = await createBackupChoice({ file: place.file, window: () => undefined, restart })({ passphrase });
  return { result, restarts: restart.mock.calls.length };
};
const configured = (flags: Parameters<typeof readConfig>[0] = {}) => readConfig(flags, {}, undefined);

test('the service of the next start makes backups in the chosen folder', async () => {
  expect(await choose(place.path)).toEqual({ result: 'chosen', restarts: 1 });
  expect(statSync(place.file).mode & 0o777).toBe(0o600);
  const { backupDir, backupPassphrase, report } = withOwnBackups(configured(), place.file, log);
  expect([backupDir, backupPassphrase]).toEqual([place.path, passphrase]);
  expect(report).toContainEqual({ setting: 'backup-dir', value: place.path, source: 'the desktop app' });
  expect(JSON.stringify(report)).not.toContain(passphrase);
});

test('what the service was told at its start comes first', async () => {
  await choose(place.path);
  const told = configured({ 'backup-dir': '/told', 'backup-without-keys': 'on' });
  expect(withOwnBackups(told, place.file, log)).toBe(told);
});

test('nothing changes if nothing was chosen, what can’t be written to, or if the choice can’t be read', async () => {
  expect(await choose(undefined)).toEqual({ result: 'canceled', restarts: 0 });
  expect(await choose(join(place.path, 'gone'))).toEqual({ result: 'unwritable', restarts: 0 });
  expect(existsSync(place.file)).toBe(false);
  const config = configured();
  expect(withOwnBackups(config, place.file, log)).toBe(config);
  writeFileSync(place.file, '{');
  expect(withOwnBackups(config, place.file, log)).toBe(config);
});
