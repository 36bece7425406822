import { execFile } from 'node:child_process';
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { type Desktop, expect, firstScreen, test } from './desktop.ts';

const link = 'castellan://reset#token=never-issued-by-anybody';

/** Stands for an AppImage: writes down its arguments. The app runs from its mounted folder, as far as it can tell. */
const placeImage = async (file: string): Promise<void> => {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, '#!/bin/sh\nprintf "%s\\n" "$@" >"$(dirname "$0")/arguments"\n');
  await chmod(file, 0o755);
};

/** Where the program is that runs the app. Scripts of the tests may stand in front of it. */
const programOf = async (desktop: Desktop): Promise<string> => {
  const { app } = await desktop.launch();
  const program = await app.evaluate(() => process.execPath);
  await app.close();
  return program;
};

/** Starts the app from an AppImage, and returns what runs programs of the same desktop once links lead to it. */
const startFrom = async (desktop: Desktop, program: string, image: string) => {
  const folder = join(desktop.dataDir, '..');
  await placeImage(image);
  const environment = {
    APPIMAGE: image,
    APPDIR: dirname(program),
    HOME: folder,
    XDG_DATA_HOME: join(folder, 'share'),
    // One that no script knows.
    XDG_CURRENT_DESKTOP: 'sway',
  };
  const { app, page } = await desktop.launch({ environment });
  await firstScreen(page);
  const env = { ...process.env, ...environment, XDG_CONFIG_HOME: join(folder, 'config') };
  const run = async (program: string, ...args: string[]): Promise<string> =>
    (await promisify(execFile)(program, args, { env })).stdout;
  const gotLink = async (program: string, ...args: string[]) => {
    const got = join(dirname(image), 'arguments');
    await run(program, ...args, link);
    await expect.poll(() => readFile(got, 'utf8').catch(() => '')).toBe(`${link}\n`);
    await rm(got);
  };
  const handler = () => run('gio', 'mime', 'x-scheme-handler/castellan').catch(() => '');
  await expect.poll(handler).toContain('castellan-appimage.desktop');
  return { app, run, gotLink };
};

test('an AppImage opens links of the app, also from a folder with special characters', async ({ desktop }) => {
  const folder = join(desktop.dataDir, '..');
  const { gotLink, app } = await startFrom(
    desktop,
    await programOf(desktop),
    join(folder, 'My "Apps" 100% %u $HOME `id` \\n/Castellan (1).AppImage'),
  );
  await gotLink('gio', 'open');
  await app.close();
});

test('links follow an AppImage that was moved, and lead nowhere once it is deleted', async ({ desktop }) => {
  const folder = join(desktop.dataDir, '..');
  const program = await programOf(desktop);
  const first = await startFrom(desktop, program, join(folder, 'downloads/Castellan-1.0.AppImage'));
  await first.gotLink('gio', 'open');
  await first.gotLink('xdg-open');
  await first.app.close();
  await rm(join(folder, 'downloads'), { recursive: true });
  const moved = join(folder, 'apps/Castellan-1.1.AppImage');
  const second = await startFrom(desktop, program, moved);
  await second.gotLink('gio', 'open');
  await second.gotLink('xdg-open');
  await second.app.close();
  await rm(moved);
  await expect(second.run('gio', 'open', link)).rejects.toThrow();
  const logged = (await desktop.log()).filter(({ level }) => Number(level) >= 40);
  expect(logged).toEqual([]);
});
