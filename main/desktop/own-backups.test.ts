import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { dialog } from '#e2e/support/electron.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { temporaryFolder } from '#e2e/support/temporary-folder.ts';
import { readConfig } from '../config/config.ts';
import { createLogger } from '../platform/logger.ts';
import { createOwnBackups } from './own-backups.ts';

const log = createLogger('silent');
const place = perTest(async () => {
  const folder = await temporaryFolder('castellan-own-backups-');
  return { ...folder, file: join(folder.path, 'backups.json') };
});
const passphrase = 'correct horse battery';

/** What was chosen, as the app reads it at its start. */
const started = () => {
  const restart = vi.fn();
  const backups = createOwnBackups({ file: place.file, window: () => undefined, restart, log });
  return { ...backups, restarts: () => restart.mock.calls.length };
};
const configured = (flags: Parameters<typeof readConfig>[0] = {}, environment = {}) =>
  readConfig(flags, environment, undefined);
/** Of the service that starts next. */
const next = () => {
  const { backupDir, backupPassphrase } = started().withChosen(configured());
  return [backupDir, backupPassphrase];
};
/** Answers the dialog with a folder, or with nothing. */
const answer = (folder: string | undefined) =>
  dialog.showOpenDialog.mockResolvedValueOnce({ canceled: !folder, filePaths: folder ? [folder] : [] });
/** Chooses in the dialog, and has the app start again. */
const choose = async (folder: string | undefined) => {
  const { requests, restarts } = started();
  answer(folder);
  return { result: await requests.chooseBackups({ passphrase, keepsFolder: false }), restarts: restarts() };
};

test('the service of the next start makes backups in the chosen folder', async () => {
  expect(await choose(place.path)).toEqual({ result: 'chosen', restarts: 1 });
  expect(statSync(place.file).mode & 0o777).toBe(0o600);
  expect(next()).toEqual([place.path, passphrase]);
  const { withChosen, requests } = started();
  const { report } = withChosen(configured());
  expect(report).toContainEqual({ setting: 'backup-dir', value: place.path, source: 'the desktop app' });
  expect(JSON.stringify(report)).not.toContain(passphrase);
  expect(await requests.chosenBackups()).toEqual({ folder: place.path, isInEffect: true });
});

test('the folder and the passphrase are changed one by one, and all of it is forgotten', async () => {
  await choose(place.path);
  const other = join(place.path, 'other');
  mkdirSync(other);
  answer(other);
  expect(await started().requests.chooseBackups({ keepsFolder: false })).toBe('chosen');
  expect(next()).toEqual([other, passphrase]);
  expect(await started().requests.chooseBackups({ passphrase: 'another horse battery', keepsFolder: true })).toBe(
    'chosen',
  );
  expect(next()).toEqual([other, 'another horse battery']);
  const { requests, restarts } = started();
  await requests.stopBackups();
  expect(restarts()).toBe(1);
  expect(next()).toEqual([undefined, undefined]);
  expect(readFileSync(place.file, 'utf8')).not.toMatch(/battery|other/);
});

test('a folder that someone was told of comes first, with its own passphrase', async () => {
  await choose(place.path);
  const { withChosen, requests } = started();
  const told = configured({ 'backup-dir': '/told', 'backup-without-keys': 'on' });
  expect(withChosen(told)).toBe(told);
  expect(await requests.chosenBackups()).toEqual({ folder: place.path, isInEffect: false });
});

test('backups in the chosen folder are opened with the chosen passphrase', async () => {
  await choose(place.path);
  const { withChosen } = started();
  const config = withChosen(configured({}, { CASTELLAN_BACKUP_PASSPHRASE: 'of someone else entirely' }));
  expect(config.backupPassphrase).toBe(passphrase);
  expect(withChosen(configured({ 'backup-without-keys': 'on' })).backupWithoutKeys).toBe(false);
});

test('nothing changes if nothing was chosen, or what can’t be written to', async () => {
  expect(await choose(undefined)).toEqual({ result: 'canceled', restarts: 0 });
  expect(await choose(join(place.path, 'gone'))).toEqual({ result: 'unwritable', restarts: 0 });
  expect(existsSync(place.file)).toBe(false);
  const config = configured();
  expect(started().withChosen(config)).toBe(config);
});

test.each([
  { text: '{', folder: null },
  { text: '{"folder":"/backups","passphrase":7}', folder: '/backups' },
  { text: '{"folder":7,"passphrase":"correct horse battery"}', folder: null },
])('of $text, what can be read is used, and the file is kept', async ({ text, folder }) => {
  writeFileSync(place.file, text);
  const config = configured();
  const { withChosen, requests, damaged } = started();
  expect(withChosen(config)).toBe(config);
  expect(await requests.chosenBackups()).toEqual({ folder, isInEffect: false });
  expect(damaged).toBe(`${place.file}.damaged-1`);
  expect(readFileSync(damaged ?? '', 'utf8')).toBe(text);
});

test('a choice that can’t be written is no choice', async () => {
  mkdirSync(place.file);
  answer(place.path);
  const { requests, restarts } = started();
  await expect(requests.chooseBackups({ passphrase, keepsFolder: false })).rejects.toThrow('would lose');
  expect([restarts(), next()]).toEqual([0, [undefined, undefined]]);
});
