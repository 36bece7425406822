import { copyFile, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { FuseV1Options, FuseVersion } from '@electron/fuses';
import { type AfterPackContext, Arch } from 'electron-builder';
import { architectureOf } from './native-architecture.ts';

const fuses = {
  version: FuseVersion.V1,
  [FuseV1Options.RunAsNode]: false,
  // The console uses no cookies, and with encryption macOS would ask for the keychain at each start.
  [FuseV1Options.EnableCookieEncryption]: false,
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
  [FuseV1Options.EnableNodeCliInspectArguments]: false,
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: true,
  [FuseV1Options.OnlyLoadAppFromAsar]: true,
  [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
  resetAdHocDarwinSignature: true,
} as const;

/** Linux starts a script, which says why if Chromium's sandbox can't work. */
const putScriptInPlace = async ({ appOutDir, packager }: AfterPackContext): Promise<void> => {
  const program = join(appOutDir, 'castellan-desktop');
  await rename(program, `${program}-bin`);
  await copyFile(join(packager.projectDir, 'resources/linux/castellan-desktop.sh'), program);
};

/**
 * Run by electron-builder on each package before it is closed: sets the fuses. With a native module for another architecture, or without
 * the one for SQLite, the service would not start.
 * @throws Error that says what is wrong with the package.
 */
export default async (context: AfterPackContext): Promise<void> => {
  const { appOutDir, arch, packager, electronPlatformName } = context;
  const wanted = Arch[arch];
  const entries = await readdir(appOutDir, { recursive: true, withFileTypes: true });
  const modules = entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.node'))
    .map(({ parentPath, name }) => join(parentPath, name));
  for (const file of modules) {
    const found = await architectureOf(file);
    if (found !== wanted && found !== 'universal') {
      throw new Error(
        `${file} was compiled for ${found}. Build the ${wanted} package on a machine of that architecture.`,
      );
    }
  }
  const ofSqlite = modules.filter((file) => file.includes(join('node_modules', 'sqlite3', 'prebuilds')));
  if (ofSqlite.length !== 1)
    throw new Error(`The ${wanted} package has ${ofSqlite.length} modules for SQLite, not one.`);
  await packager.addElectronFuses(context, fuses);
  if (electronPlatformName === 'linux') await putScriptInPlace(context);
};
