import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** What only one database engine understands, or is called. */
const words =
  /sqlite|pragma|\binstr\b|json_group_array|\browid\b|\bvacuum\b|\bctid\b|strpos|json_agg|\bpg_|postgres|advisory_lock/i;

/** What a database takes from its own surroundings: the clock and randomness are passed in. */
const ownClock =
  /current_(?:timestamp|date|time)\b|\b(?:unixepoch|julianday|strftime|randomblob|gen_random_uuid|(?:clock|statement|transaction)_timestamp)\(|\bsql(?:<[^`]*>)?`[^`]*(?<![.\w])(?:random|now)\(\)/i;

/** Files beside main/storage/database/engines that may name an engine, and why. */
const exceptions: Readonly<Record<string, string>> = {
  'main/security/open-installation.ts': 'chooses the engine',
  'main/storage/database/database-place.ts': 'likewise, to read only',
  'main/cli/move.ts': 'says what it moves to',
  'main/config/settings.ts': 'says what the URL of a server looks like',
  'main/storage/database/statement-write.ts': 'tells reads from writes in raw SQL of any engine',
  'main/desktop/texts/start-reasons-de.ts': 'shows what a URL of a database looks like',
  'main/platform/start-reasons.ts': 'likewise',
  'main/platform/storage-error.ts': 'explains failures of the disk, whichever library met them',
};

const withoutComments = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1');

/** Backups and doctor work on the file of the embedded engine, and so import what does. */
const withoutImports = (text: string): string => text.replace(/^import [\s\S]*? from '[^']+';$/gm, '');

const findEngineWords = (files: Readonly<Record<string, string>>): string[] =>
  Object.entries(files)
    .filter(([path]) => !path.startsWith('main/storage/database/engines/') && !Object.hasOwn(exceptions, path))
    .flatMap(([path, text]) => {
      const found = words.exec(withoutImports(withoutComments(text)));
      return found ? [`${path} names an engine: ${found[0]}`] : [];
    });

const findOwnClocks = (files: Readonly<Record<string, string>>): string[] =>
  Object.entries(files).flatMap(([path, text]) => {
    const found = path.startsWith('main/storage/database/engines/') ? null : ownClock.exec(withoutComments(text));
    return found ? [`${path} takes the clock or the randomness of the database: ${found[0]}`] : [];
  });

it('only main/storage/database/engines knows a database engine', () => {
  const paths = globSync('main/**/*.ts').filter((path) => !path.endsWith('.test.ts'));
  const files = Object.fromEntries(paths.map((path) => [path.replaceAll('\\', '/'), readFileSync(path, 'utf8')]));
  expect(Object.keys(files).length).toBeGreaterThan(300);
  expect(findEngineWords(files)).toEqual([]);
  expect(findOwnClocks(files)).toEqual([]);
  expect(Object.keys(exceptions).filter((path) => !words.test(files[path] ?? ''))).toEqual([]);
});

it.each(['sql`pragma user_version`', "sql`instr(name, 'x')`", '"select rowid from users"', "code === 'SQLITE_FULL'"])(
  'finds %s',
  (text) => {
    expect(findEngineWords({ 'main/storage/store/x.ts': text })).toHaveLength(1);
    expect(findEngineWords({ 'main/storage/store/x.ts': `// ${text}` })).toEqual([]);
    expect(findEngineWords({ 'main/storage/database/engines/sqlite/x.ts': text })).toEqual([]);
  },
);

it.each([
  'sql`update x set at = current_timestamp`',
  'sql<number>`select random()`',
  'sql`\n  select now()`',
  "fn('unixepoch()')",
])('finds what takes the clock or randomness of a database: %s', (text) => {
  expect(findOwnClocks({ 'main/storage/store/x.ts': text })).toHaveLength(1);
  expect(findOwnClocks({ 'main/storage/database/engines/sqlite/x.ts': text })).toEqual([]);
});

// biome-ignore lint/suspicious/noTemplateCurlyInString: it is the source of a file
it.each(['sql`select ${clock.now()}`', 'const pause = random() * 5;'])('accepts %s', (text) => {
  expect(findOwnClocks({ 'main/storage/store/x.ts': text })).toEqual([]);
});

it('loads the engine of a server only where one is configured', () => {
  const importers = globSync('main/**/*.ts').filter(
    (path) =>
      !path.endsWith('.test.ts') &&
      !path.replaceAll('\\', '/').startsWith('main/storage/database/engines/postgres/') &&
      /engines\/postgres|from 'pg'/.test(readFileSync(path, 'utf8')),
  );
  const lines = importers.flatMap((path) => readFileSync(path, 'utf8').match(/.*engines\/postgres.*/g) ?? []);
  expect(importers.sort()).toEqual([
    join('main', 'security', 'open-installation.ts'),
    join('main', 'storage', 'database', 'database-place.ts'),
  ]);
  expect(lines.sort()).toEqual([
    "      const { openDatabaseServer } = await import('./engines/postgres/open.ts');",
    "    const { openDatabaseServer } = await import('../storage/database/engines/postgres/open.ts');",
    "  const engine = () => import('./engines/postgres/inspect.ts');",
  ]);
});
