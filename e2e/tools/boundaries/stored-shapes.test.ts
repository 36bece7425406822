import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { type Edge, edgesOf } from './module-graph.ts';
import { readSource } from './read-source.ts';

const root = join(import.meta.dirname, '../../..');
const filesOf = (pattern: string): string[] =>
  globSync(pattern, { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !path.endsWith('.test.ts'));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** What stores values: in the database, in files, or sealed. DECISION 0253: its schemas are its own. */
const stores = [
  ...filesOf('main/{backup,storage/database,platform,provider/emulator,security,storage/store}/**/*.ts'),
  'main/desktop/settings.ts',
];

/** Whether a value is a schema, or an object or a list of some. */
const hasSchema = (value: unknown): boolean =>
  value instanceof z.ZodType ||
  (typeof value === 'object' && value !== null && Object.values(value).some((part) => part instanceof z.ZodType));

/** The schemas of `shared` that a store uses, as `file: name`. */
const findBorrowed = async (edges: readonly Edge[]): Promise<string[]> => {
  const borrowed: string[] = [];
  for (const { from, to, names, isType } of edges) {
    if (isType || !to?.startsWith('shared/')) continue;
    const exported: Record<string, unknown> = await import(join(root, to));
    for (const name of names.includes('*') ? Object.keys(exported) : names) {
      if (hasSchema(exported[name])) borrowed.push(`${from}: ${name} of ${to}`);
    }
  }
  return borrowed;
};

it('stores nothing in a shape of the API', async () => {
  expect(stores.length).toBeGreaterThan(150);
  expect(await findBorrowed(edgesOf(new Map(stores.map((path) => [path, readSource(path, read(path))]))))).toEqual([]);
});

it.each([
  ['a schema', 'main/storage/store/x.ts', "import { planQuote } from '#shared/contract/hosting/resources/plans.ts';"],
  [
    'the schema of preferences',
    'main/storage/store/x.ts',
    "import { preferencesSchema } from '#shared/contract/preferences.ts';",
  ],
  [
    'fields of a schema',
    'main/storage/store/x.ts',
    "import { planChoice } from '#shared/contract/hosting/resources/plans.ts';",
  ],
  [
    'a schema behind *',
    'main/backup/x.ts',
    "import * as bridge from '#shared/contract/desktop-bridge.ts'; export const all = { ...bridge };",
  ],
])('finds %s', async (_, path, text) => {
  expect(await findBorrowed(edgesOf(new Map([[path, readSource(path, text)]])))).not.toEqual([]);
});

/** Everything between what is stored and its callers. */
const users = filesOf('main/{services,jobs,mail,storage/cache,live}/**/*.ts');

it('reads and writes stored JSON only through its shape', () => {
  expect(users.length).toBeGreaterThan(200);
  expect(users.filter((path) => /JSON\.parse|\bstoredShape\b/.test(read(path)))).toEqual([]);
});
