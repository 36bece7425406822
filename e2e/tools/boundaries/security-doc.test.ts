import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { authorityTable } from './authority-table.ts';

const root = join(import.meta.dirname, '../../..');
const text = readFileSync(join(root, 'docs/security.md'), 'utf8');

test('every test that docs/security.md names exists', () => {
  const named = [...text.matchAll(/`([\w/.-]+\.(?:test|spec)\.ts)`/g)].map(([, path]) => String(path));
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test('every promise of docs/security.md names a test', () => {
  const others = new Set(authorityTable());
  const rows = text
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| Promise') && !others.has(line));
  expect(rows.length).toBeGreaterThan(60);
  expect(rows.filter((row) => !/\.(test|spec)\.ts`/.test(row))).toEqual([]);
});

test('docs/security.md prints what ends when, as the service carries it out', () => {
  expect(text).toContain(authorityTable().join('\n'));
});
