import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { perTest } from '#e2e/support/prepared.ts';
import { temporaryFolder } from '#e2e/support/temporary-folder.ts';
import { createLogger } from '../platform/logger.ts';
import { createSettings } from './settings.ts';

/** As 0.1.0 wrote them. */
const written = {
  window: { x: 0, y: 0, width: 1_280, height: 800, maximized: false },
  closeToTray: true,
  toldStillRunning: true,
  staySignedIn: false,
  plainKeeping: 'never',
  colorScheme: 'dark',
  servers: [{ id: 'a'.repeat(32), name: 'Office', address: 'https://office.example/' }],
  shownServer: 'a'.repeat(32),
};

const folder = perTest(() => temporaryFolder('castellan-settings-'));

const settingsIn = (text: string) => {
  const file = join(folder.path, 'settings.json');
  writeFileSync(file, text);
  return { file, settings: createSettings(file, createLogger('silent')) };
};

it('are read as they were written', () => {
  expect(settingsIn(JSON.stringify(written)).settings.get()).toEqual(written);
});

it('keep what a newer version has added, also after a change', async () => {
  const newer = { ...written, sidebar: 'narrow', servers: [{ ...written.servers[0], color: 'red' }] };
  const { file, settings } = settingsIn(JSON.stringify(newer));
  settings.set({ closeToTray: false });
  await settings.flush();
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ ...newer, closeToTray: false });
});

it('are the defaults if they are damaged', () => {
  const { servers, closeToTray } = settingsIn('{"servers":7').settings.get();
  expect({ servers, closeToTray }).toEqual({ servers: [], closeToTray: false });
});
