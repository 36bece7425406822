import { readdir, stat } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

/** The inputs of `npm run build`. */
const sources = ['main', 'preload', 'renderer', 'shared', 'electron.vite.config.ts', 'package-lock.json'];
/** One output file per part of the build. */
const outputs = [
  'out/main/index.js',
  'out/main/cli.js',
  'out/preload/index.cjs',
  'out/preload/remote.cjs',
  'out/renderer/index.html',
];

interface DatedFile {
  path: string;
  modifiedMs: number;
}

const dated = async (path: string): Promise<DatedFile> => ({ path, modifiedMs: (await stat(path)).mtimeMs });
const isBuilt = (name: string): boolean => !name.endsWith('.test.ts') && !name.endsWith('.md');

const filesBelow = async (path: string): Promise<DatedFile[]> => {
  if (!(await stat(path)).isDirectory()) return [await dated(path)];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && isBuilt(entry.name));
  return Promise.all(files.map((entry) => dated(join(entry.parentPath, entry.name))));
};

/**
 * Why tests of the built program would not test the sources, or undefined if they would. Compares modification times,
 * so checking out another commit requires a build as well.
 */
const staleBuildReason = async (folder = root): Promise<string | undefined> => {
  const built: DatedFile[] = [];
  for (const output of outputs) {
    const file = await dated(join(folder, output)).catch(() => undefined);
    if (!file) return `${output} is missing`;
    built.push(file);
  }
  const oldest = Math.min(...built.map(({ modifiedMs }) => modifiedMs));
  const newer = (await Promise.all(sources.map((source) => filesBelow(join(folder, source)))))
    .flat()
    .filter(({ modifiedMs }) => modifiedMs > oldest)
    .toSorted((a, b) => b.modifiedMs - a.modifiedMs);
  const [newest] = newer;
  return newest && `${relative(folder, newest.path)} is newer than out/`;
};

/** @throws Error that asks for a build if the one in `out/` is missing or out of date. */
export const assertBuildIsCurrent = async (): Promise<void> => {
  const reason = await staleBuildReason();
  if (reason) throw new Error(`These tests run the built program, and ${reason}. Run \`npm run build\` first.`);
};

/** The name that vitest calls in a `globalSetup` file. */
export const setup = assertBuildIsCurrent;
