import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { equivalents } from './equivalent.ts';
import { generateMutants, isValid } from './generate.ts';
import { knownChanges } from './known.ts';
import { describeMutant, lineOf, type Mutant } from './mutant.ts';
import type { Options } from './options.ts';
import { root } from './probes.ts';
import { sample } from './sample.ts';

const leftOut = [
  // They begin a process, and have no branch of their own.
  'main/index.ts',
  'main/cli.ts',
  'renderer/main.tsx',
  // Threads of their own read them from the disk, without the mutant.
  'main/security/audit-worker.ts',
  'main/security/password-worker.ts',
  // Pages of the strip, the switcher and the sign-in, which only specs on the real Electron open.
  'preload/index.ts',
  'preload/remote.ts',
  'preload/sign-in.ts',
  'preload/strip.ts',
  'preload/switcher.ts',
  // Example data.
  'main/services/welcome/sample/',
  'main/provider/emulator/initial-state.ts',
  'main/provider/emulator/plans.ts',
  // Their tests need a server: `npm run test:postgres`.
  'main/storage/database/engines/postgres/',
];
const isLeftOut = (file: string): boolean =>
  leftOut.some((path) => file.startsWith(path)) || /\.test\.ts$|\.d\.[mc]?ts$/.test(file);

const survivorsFile = join(root, 'node_modules/.cache/mutants/survivors.json');

const readSource = (file: string): string => readFileSync(join(root, file), 'utf8');

const isEquivalent = (mutant: Mutant, text: string): boolean => {
  const line = text.split('\n')[lineOf(text, mutant.start) - 1]?.trim();
  const change = describeMutant(text, mutant);
  return equivalents.some((known) => known.file === mutant.file && known.change === change && known.line === line);
};

/** The folder that a file counts for: `main/security`, `renderer/features`, `shared`. */
export const folderOf = (file: string): string =>
  dirname(file)
    .split('/')
    .slice(0, file.startsWith('shared/') ? 1 : 2)
    .join('/');

/** @throws Error unless the file contains the text exactly once */
const handMade = ({ file, before, after }: NonNullable<Options['change']>): Mutant => {
  const text = readSource(file);
  const start = text.indexOf(before);
  if (start < 0 || text.includes(before, start + 1)) throw new Error(`${file} must contain exactly once: ${before}`);
  return { file, start, end: start + before.length, replacement: after, operator: 'by-hand' };
};

/** Keeps the survivors of a run, for `--survivors`. */
export const writeSurvivors = (survivors: readonly Mutant[]): void => {
  mkdirSync(dirname(survivorsFile), { recursive: true });
  writeFileSync(survivorsFile, JSON.stringify(survivors));
};

/** The mutants to run. Those of a sample alternate between the folders, so that a part of it is a sample too. @throws Error if there are none */
export const selectMutants = (options: Options): Mutant[] => {
  if (options.change) return [handMade(options.change)];
  if (options.isKnown) return knownChanges.map(handMade);
  if (options.isRetry) {
    if (!existsSync(survivorsFile)) throw new Error('No earlier run has left survivors');
    const survivors = JSON.parse(readFileSync(survivorsFile, 'utf8')) as Mutant[];
    return survivors.filter((mutant) => !isEquivalent(mutant, readSource(mutant.file)));
  }
  const groups = new Map<string, Mutant[]>();
  for (const file of globSync('{main,preload,renderer,shared}/**/*.{ts,tsx}', { cwd: root }).sort()) {
    if (isLeftOut(file) || !options.files.some((path) => file === path || file.startsWith(path))) continue;
    const found = generateMutants(file, readSource(file));
    groups.set(folderOf(file), [...(groups.get(folderOf(file)) ?? []), ...found]);
  }
  const isUsable = (mutant: Mutant): boolean => {
    const text = readSource(mutant.file);
    return isValid(mutant, text) && !isEquivalent(mutant, text);
  };
  const mutants = sample([...groups.values()], options.sample, options.seed, isUsable);
  if (mutants.length === 0) throw new Error('No file has that path, or none of them has anything to change');
  return mutants;
};
