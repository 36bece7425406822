import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const folder = join(root, 'docs/decisions');
const records = readdirSync(folder).filter((name) => name !== 'README.md');
const numbers = new Set(records.map((name) => name.slice(0, 4)));

/** Every source file below a folder. */
const sourcesIn = (name: string): string[] =>
  readdirSync(join(root, name), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.name.endsWith('decisions.test.ts'))
    .map((entry) => join(entry.parentPath, entry.name));

test('every record has a number of its own, a title, a date, a status and three sections', () => {
  expect(numbers.size).toBe(records.length);
  for (const name of records) {
    expect(readFileSync(join(folder, name), 'utf8'), name).toMatch(
      /^# \d{4}: .+\n\n- Date: \d{4}-\d\d-\d\d.*\n- Status: .+\n\n## Context\n\n[\s\S]+## Decision\n\n[\s\S]+## Consequences\n\n[\s\S]+$/,
    );
  }
});

test('the index lists every record, in order', () => {
  const index = readFileSync(join(folder, 'README.md'), 'utf8');
  expect([...index.matchAll(/^\| \[\d{4}\]\((.+?)\)/gm)].map(([, name]) => name)).toEqual(records.toSorted());
});

test('every DECISION in the code names a record', () => {
  const unknown = ['main', 'preload', 'renderer', 'shared']
    .flatMap(sourcesIn)
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/\bDECISION\b(?: (\d{4}))?/g)]
        .filter(([, number]) => number === undefined || !numbers.has(number))
        .map(([marker]) => `${file}: ${marker}`),
    );
  expect(unknown).toEqual([]);
});
