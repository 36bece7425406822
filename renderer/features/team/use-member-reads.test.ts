import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const sourceOf = (file: string): string => readFileSync(join(import.meta.dirname, file), 'utf8');
const queriesIn = (source: string): string[] =>
  [...source.matchAll(/\btrpc\.(\w+\.\w+)\.queryOptions\(/g)].map(([, operation]) => String(operation));

test('the page of a member waits for everything that its sections read', () => {
  const sections = readdirSync(import.meta.dirname).filter((file) =>
    /^(member-.*|sign-out-dialog|second-factor-dialog|held-custom-roles|assign-custom-role)\.tsx$/.test(file),
  );
  const sources = sections.map(sourceOf);
  // The notice is shown by sections and reads for itself.
  if (sources.some((source) => source.includes('<LinkReachNotice'))) sources.push(sourceOf('../../api/link-reach.ts'));
  const read = sources.flatMap(queriesIn);
  expect(read.length).toBeGreaterThan(4);
  expect(queriesIn(sourceOf('use-member-reads.ts')).toSorted()).toEqual([...new Set(read)].toSorted());
});
