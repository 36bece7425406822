import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { knownChanges } from './known.ts';

const root = join(import.meta.dirname, '../../..');

it('names text that occurs exactly once in its file, so that each known fault can still be tried', () => {
  const occurrences = ({ file, before }: { file: string; before: string }): number =>
    readFileSync(join(root, file), 'utf8').split(before).length - 1;
  const stale = knownChanges.filter((change) => occurrences(change) !== 1);
  expect(stale.map(({ file, before }) => `${file}: ${before}`)).toEqual([]);
});
