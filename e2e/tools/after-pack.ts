import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type AfterPackContext, Arch } from 'electron-builder';
import { architectureOf } from './native-architecture.ts';

/**
 * Run by electron-builder on each package before it is closed. With a native module for another architecture, or without
 * the one for SQLite, the service would not start.
 * @throws Error that says what is wrong with the package.
 */
export default async ({ appOutDir, arch }: AfterPackContext): Promise<void> => {
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
};
