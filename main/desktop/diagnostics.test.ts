import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { expect, it, vi } from 'vitest';
import { app, dialog } from '#e2e/support/electron.ts';
import { createFakeClock } from '#e2e/support/fake-clock.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { temporaryFolder } from '#e2e/support/temporary-folder.ts';
import { exportDiagnostics } from './diagnostics.ts';
import { textsIn } from './texts.ts';

const folder = perTest(() => temporaryFolder('castellan-diagnostics-'));

/** Exports from an app that has crashed once. Returns the names of the files in the archive; undefined if there is none. */
const exported = async (answer: { response?: number; withReports?: boolean; isCanceled?: boolean } = {}) => {
  const at = (name: string) => join(folder.path, name);
  vi.spyOn(app, 'getPath').mockImplementation(at);
  mkdirSync(at('crashDumps/pending'), { recursive: true });
  writeFileSync(at('crashDumps/pending/one.dmp'), 'memory');
  writeFileSync(at('crashDumps/settings.dat'), '');
  for (const name of ['castellan.log', 'settings.json', 'castellan.db']) writeFileSync(at(name), name);
  const { response = 0, withReports = false, isCanceled = false } = answer;
  dialog.showMessageBox.mockResolvedValueOnce({ response, checkboxChecked: withReports });
  dialog.showSaveDialog.mockResolvedValueOnce({ canceled: isCanceled, filePath: isCanceled ? '' : at('out.zip') });
  const places = {
    logFile: at('castellan.log'),
    olderLogFile: at('castellan.1.log'),
    settingsFile: at('settings.json'),
  };
  await exportDiagnostics(places, textsIn('en'), createFakeClock());
  dialog.showSaveDialog.mockReset();
  if (!readdirSync(folder.path).includes('out.zip')) return undefined;
  expect(statSync(at('out.zip')).mode & 0o777).toBe(0o600);
  const files = unzipSync(readFileSync(at('out.zip')));
  const about = JSON.parse(Buffer.from(files['about.json'] ?? []).toString()) as Record<string, unknown>;
  expect(about).toMatchObject({ castellan: '1.2.3', crash_reports: ['one.dmp'] });
  return Object.keys(files).sort();
};

it('has the logs and settings, and no crash reports, which may hold secrets, unless they are asked for', async () => {
  expect(await exported()).toEqual(['about.json', 'castellan.log', 'settings.json']);
  expect(await exported({ withReports: true })).toContain('crashes/one.dmp');
});

it.each([{ response: 1 }, { isCanceled: true }])('is not written after %j', async (answer) => {
  expect(await exported(answer)).toBeUndefined();
});
