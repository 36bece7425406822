import { knownVariables } from './settings.ts';

export interface UnknownVariable {
  name: string;
  /** The variable that was probably meant, if one is similar. */
  nearest: string | undefined;
}

/** The number of single-character changes between two texts (Levenshtein). */
const distance = (a: string, b: string): number => {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, left] of [...a].entries()) {
    const next = [i + 1];
    for (const [j, right] of [...b].entries()) {
      const replaced = (row[j] ?? 0) + (left === right ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
};

/** More changes than these are another word. */
const maxDistance = 4;

const nearestTo = (name: string): string | undefined => {
  const [best] = knownVariables
    .map((known) => ({ known, changes: distance(name, known) }))
    .toSorted((a, b) => a.changes - b.changes);
  return best && best.changes <= maxDistance ? best.known : undefined;
};

/** Variables that start with `CASTELLAN_`, but that nothing reads: probably misspelled. */
export const unknownVariables = (environment: Readonly<Record<string, string | undefined>>): UnknownVariable[] =>
  Object.keys(environment)
    .filter((name) => name.startsWith('CASTELLAN_') && !knownVariables.includes(name))
    .map((name) => ({ name, nearest: nearestTo(name) }));
