import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const text = readFileSync(join(root, 'docs/security.md'), 'utf8');

test('every test that docs/security.md names exists', () => {
  const named = [...text.matchAll(/`([\w/.-]+\.(?:test|spec)\.ts)`/g)].map(([, path]) => String(path));
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test('every promise of docs/security.md names a test', () => {
  const rows = text.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| Promise'));
  expect(rows.filter((row) => !/\.(test|spec)\.ts`/.test(row))).toEqual([]);
});
