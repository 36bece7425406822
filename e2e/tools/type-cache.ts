import { globSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

const changedAt = (file: string): number =>
  statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY;

/**
 * Removes what the compiler remembers of programs that import a JSON file which has changed since. TypeScript 7.0 takes all
 * later contents of such a file for equal to the first, and so doesn't check again who uses it.
 * @param folder where the `.tsbuildinfo` files are
 */
export const forgetChangedJson = (folder: string): void => {
  for (const name of globSync('*.tsbuildinfo', { cwd: folder })) {
    const memory = resolve(folder, name);
    const { fileNames } = JSON.parse(readFileSync(memory, 'utf8')) as { fileNames: readonly string[] };
    const imported = fileNames.filter((file) => file.endsWith('.json')).map((file) => resolve(dirname(memory), file));
    if (imported.some((file) => changedAt(file) >= changedAt(memory))) rmSync(memory);
  }
};

/**
 * Dates what the compiler remembers of a check back to its start, for a file that is saved while the check runs to count as
 * newer than its result.
 * @param folder where the `.tsbuildinfo` files are
 * @param start when the check began, in milliseconds since 1970
 */
export const dateBackTo = (folder: string, start: number): void => {
  for (const name of globSync('*.tsbuildinfo', { cwd: folder })) {
    const memory = resolve(folder, name);
    if (changedAt(memory) > start) utimesSync(memory, start / 1000, start / 1000);
  }
};
