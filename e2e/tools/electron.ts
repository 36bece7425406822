import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { installDebianPackages } from '../support/programs/debian.ts';
import { assembledElectron, assembleElectron } from './electron-recipe.ts';

const packageFolder = dirname(createRequire(import.meta.url).resolve('electron/package.json'));

/** The Electron that desktop specs and the package check run on. Always a real one. */
export interface ElectronForTests {
  /** The folder with Electron's files. */
  dist: string;
  /** For `ELECTRON_OVERRIDE_DIST_PATH`. Undefined if the electron package uses its own download. */
  override: string | undefined;
  /** The `sqlite3` package to use in place of the installed one, if this Electron can't load that. */
  sqlite?: string;
  version: string;
}

const downloaded = (): ElectronForTests | undefined => {
  if (!existsSync(join(packageFolder, 'path.txt'))) return undefined;
  const dist = join(packageFolder, 'dist');
  const version = readFileSync(join(dist, 'version'), 'utf8').trim().replace(/^v/, '');
  return { dist, override: undefined, version };
};

const download = (): ElectronForTests | undefined => {
  process.stderr.write('Downloading Electron\n');
  const { status } = spawnSync(process.execPath, [join(packageFolder, 'install.js')], {
    stdio: ['ignore', 'ignore', 'ignore'],
    timeout: 300_000,
  });
  if (status !== 0) process.stderr.write('  failed\n');
  return status === 0 ? downloaded() : undefined;
};

const given = (folder: string): ElectronForTests => {
  const versionFile = join(folder, 'version');
  const version = existsSync(versionFile) ? readFileSync(versionFile, 'utf8').trim().replace(/^v/, '') : 'unknown';
  return { dist: folder, override: folder, version };
};

const debianRelease = (): number =>
  Number(
    /^VERSION_ID="?(\d+)/m.exec(existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : '')?.[1],
  );

/** For libraries that Electron loads by name at run time. */
const hasLibrary = (name: string): boolean =>
  (
    spawnSync('ldconfig', ['-p'], { encoding: 'utf8', env: { PATH: '/usr/sbin:/sbin:/usr/bin:/bin' } }).stdout ?? ''
  ).includes(name);

/** Installs what Electron and its display need on a Debian without a desktop. */
const ensureLibraries = ({ dist }: ElectronForTests): void => {
  if (process.platform !== 'linux') return;
  const { stdout } = spawnSync('ldd', [join(dist, 'electron')], { encoding: 'utf8' });
  const isComplete = stdout !== null && !stdout.includes('not found') && hasLibrary('libnotify.so.4');
  const hasDisplay = Boolean(process.env.DISPLAY) || existsSync('/usr/bin/xvfb-run');
  // For the specs of Wayland, of keyrings, of notifications, of proxies and of screen readers.
  const hasWeston = existsSync('/usr/bin/weston');
  const hasSession = ['gnome-keyring-daemon', 'dunst', 'dbus-daemon', 'tinyproxy'].every((name) =>
    existsSync(`/usr/bin/${name}`),
  );
  const hasAccessibleTree = existsSync('/usr/libexec/at-spi-bus-launcher');
  // For the deb, which depends on them.
  const canInstall = hasLibrary('libsecret-1.so.0') && existsSync('/usr/bin/xdg-open');
  if (isComplete && hasDisplay && hasWeston && hasSession && hasAccessibleTree && canInstall) return;
  const sound = debianRelease() >= 13 ? 'libasound2t64' : 'libasound2';
  installDebianPackages([
    ...['xvfb', 'xauth', 'weston', 'libgtk-3-0', 'libnss3', 'libgbm1', 'libnotify4', sound],
    ...['libatspi2.0-0', 'libsecret-1-0', 'libuuid1', 'libxss1', 'libxtst6', 'xdg-utils'],
    ...['at-spi2-core', 'dbus', 'dunst', 'gnome-keyring', 'libglib2.0-bin', 'tinyproxy-bin'],
  ]);
};

/**
 * Finds or assembles a real Electron: the one in `ELECTRON_OVERRIDE_DIST_PATH` if set, else the electron package's own
 * download, else the one from electron-recipe.ts. An Electron assembled earlier avoids another futile download.
 * @throws Error that says what was tried if there is none.
 */
export const ensureElectron = async (): Promise<ElectronForTests> => {
  const { ELECTRON_OVERRIDE_DIST_PATH: folder } = process.env;
  const electron = folder
    ? given(folder)
    : (downloaded() ?? assembledElectron() ?? download() ?? (await assembleElectron()));
  ensureLibraries(electron);
  return electron;
};
