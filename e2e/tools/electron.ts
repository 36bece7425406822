import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const electronFolder = dirname(createRequire(import.meta.url).resolve('electron/package.json'));

/** A folder that holds an executable named `electron`: the stand-in, which is no Electron (see its README). */
export const standinFolder = join(import.meta.dirname, '../electron-standin/dist');

export type ElectronKind = 'in Electron' | 'on the stand-in';

/**
 * Chooses what desktop specs run on: Electron where its binary was downloaded, else the stand-in. The electron package
 * itself honours `ELECTRON_OVERRIDE_DIST_PATH`, and Playwright asks that package.
 */
export const chooseElectron = (): ElectronKind => {
  if (existsSync(join(electronFolder, 'path.txt'))) return 'in Electron';
  process.env.ELECTRON_OVERRIDE_DIST_PATH ??= standinFolder;
  return process.env.ELECTRON_OVERRIDE_DIST_PATH === standinFolder ? 'on the stand-in' : 'in Electron';
};
