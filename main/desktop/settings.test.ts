import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { perTest } from '#e2e/support/prepared.ts';
import { temporaryFolder } from '#e2e/support/temporary-folder.ts';
import { createLogger } from '../platform/logger.ts';
import { createSettings } from './settings.ts';

/** As this version writes them. */
const written = {
  window: { x: 0, y: 0, width: 1_280, height: 800, maximized: false },
  closeToTray: true,
  toldStillRunning: true,
  staySignedIn: false,
  plainKeeping: 'never',
  usesGraphics: false,
  colorScheme: 'dark',
  servers: [
    {
      id: 'a'.repeat(32),
      name: 'Office',
      address: 'https://office.example/',
      color: 2,
      preset: 'https://office.example/',
      certificate: 'a1'.repeat(32),
    },
  ],
  shownServer: 'a'.repeat(32),
  removedServers: ['c'.repeat(32)],
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

it('are read as 0.1.0 wrote them', () => {
  const { removedServers, usesGraphics, ...older } = written;
  expect(settingsIn(JSON.stringify(older)).settings.get()).toEqual({
    ...older,
    removedServers: [],
    usesGraphics: true,
  });
});

it('keep what a newer version has added, also after a change', async () => {
  const newer = { ...written, sidebar: 'narrow', servers: [{ ...written.servers[0], group: 'EU' }] };
  const { file, settings } = settingsIn(JSON.stringify(newer));
  settings.set({ closeToTray: false });
  await settings.flush();
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ ...newer, closeToTray: false });
});

const other = { id: 'b'.repeat(32), name: 'Home', address: 'https://home.example/' };

/** Each field with a value that this version doesn't know, and what is used instead. */
const unknown: Record<keyof typeof written, [value: unknown, used: unknown]> = {
  window: [{ x: 0, y: 0 }, undefined],
  closeToTray: ['yes', false],
  toldStillRunning: [1, false],
  staySignedIn: ['no', false],
  plainKeeping: ['sometimes', 'ask'],
  usesGraphics: ['sometimes', true],
  colorScheme: ['sepia', 'auto'],
  servers: [
    [...written.servers, { id: 'x' }, other, null],
    [...written.servers, other],
  ],
  shownServer: [7, undefined],
  removedServers: ['all', []],
};

it.each(Object.entries(unknown))(
  'lose nothing else if %s has an unknown value, and keep the file',
  async (field, [value, used]) => {
    const text = JSON.stringify({ ...written, [field]: value });
    const { file, settings } = settingsIn(text);
    expect(settings.get()).toEqual({ ...written, [field]: used });
    settings.set({ toldStillRunning: true });
    await settings.flush();
    expect(settings.damaged).toBe(`${file}.damaged-1`);
    expect(readFileSync(settings.damaged ?? '', 'utf8')).toBe(text);
  },
);

it.each(['{"servers":[', '[]', '7', ''])(
  'are the defaults if they are %s, and each damaged file is kept once',
  async (text) => {
    const { file, settings } = settingsIn(text);
    expect(settings.get()).toMatchObject({ servers: [], closeToTray: false });
    await settings.flush();
    expect(createSettings(file, createLogger('silent')).damaged).toBeUndefined();
    const again = settingsIn('damaged again').settings;
    await again.flush();
    expect(readFileSync(`${file}.damaged-1`, 'utf8')).toBe(text);
    expect(readFileSync(`${file}.damaged-2`, 'utf8')).toBe('damaged again');
  },
);

it('are not written where that would lose some', async () => {
  const file = join(folder.path, 'settings.json');
  mkdirSync(file);
  const settings = createSettings(file, createLogger('silent'));
  settings.set({ closeToTray: true });
  await settings.flush();
  expect(settings.get().closeToTray).toBe(true);
  expect(readdirSync(folder.path)).toEqual(['settings.json']);
});

it('are read completely in most cases', () =>
  expect(settingsIn(JSON.stringify(written)).settings.damaged).toBeUndefined());

it.each(['', 'no host', 'http://office.example/', 'file:///etc/passwd', 'https://ann:secret@office.example/'])(
  'lose a server whose address is %j: no console is there',
  (address) => {
    const [office] = written.servers;
    const { settings } = settingsIn(JSON.stringify({ ...written, servers: [{ ...office, address }, office] }));
    expect(settings.get()).toEqual(written);
    expect(settings.damaged).toBeDefined();
  },
);

it.each([{ color: 'red' }, { color: -1 }, { preset: 1 }, { certificate: 'x' }])('lose no server for %o', (wrong) => {
  const [office] = written.servers;
  const { settings } = settingsIn(JSON.stringify({ ...written, servers: [{ ...office, ...wrong }] }));
  const [name] = Object.keys(wrong);
  expect(settings.get().servers).toEqual([{ ...office, [String(name)]: undefined }]);
});
