import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type AfterPackContext, Arch } from 'electron-builder';
import { architectureOf } from './native-architecture.ts';

/**
 * Run by electron-builder on each package before it is closed. There is only one SQLite module, compiled for the
 * machine that packs: in a package for another architecture the service would not start.
 * @throws Error that names the module and its architecture.
 */
export default async ({ appOutDir, arch }: AfterPackContext): Promise<void> => {
  const wanted = Arch[arch];
  const entries = await readdir(appOutDir, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    if (!entry.isFile() || !entry.name.endsWith('.node')) continue;
    const file = join(entry.parentPath, entry.name);
    const found = await architectureOf(file);
    if (found !== wanted && found !== 'universal') {
      throw new Error(
        `${entry.name} was compiled for ${found}. Build the ${wanted} package on a machine of that architecture.`,
      );
    }
  }
};
