import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const driver = dirname(dirname(createRequire(import.meta.url).resolve('sqlite3')));

/**
 * Raise this when SQLite fixes what affects us. 3.53.2 fixes CVE-2026-11822 and CVE-2026-11824; 3.52 was withdrawn.
 * The Electron 33 of the desktop specs has 3.52.0 (docs/testing.md): it is in no installation.
 */
const oldestSqlite = '3.53.2';

const asNumber = (version: string): number => version.split('.').reduce((sum, part) => sum * 1_000 + Number(part), 0);

describe('the SQLite in use', () => {
  it(`is ${oldestSqlite} or newer`, async () => {
    // Loaded here, so that the next test can say why it didn't load.
    const { openSqlite3 } = await import('#main/storage/database/engines/sqlite/sqlite3-connection.ts');
    const connection = await openSqlite3(':memory:', 'create');
    const [row] = await connection.all('select sqlite_version() as version', []);
    await connection.close();
    expect(asNumber(String(row?.version)), String(row?.version)).toBeGreaterThanOrEqual(asNumber(oldestSqlite));
  });

  it('comes from the package, and was not compiled on this computer', () => {
    const built = ['build/Release', 'build/Debug'].map((name) => join(driver, name)).filter((path) => existsSync(path));
    expect(built, `Run npm ci: ${built.join(', ')} takes precedence over the module of the package`).toEqual([]);
  });
});

describe('packages', () => {
  interface Entry {
    version?: string;
    hasInstallScript?: boolean;
  }
  let entries: [name: string, entry: Entry][];
  beforeAll(async () => {
    const lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, Entry>;
    };
    entries = Object.entries(lock.packages).map(([path, entry]) => [path.replace(/^.*node_modules\//, ''), entry]);
  });

  it('run no install scripts, and none that we need has one', () => {
    expect(readFileSync(join(root, '.npmrc'), 'utf8')).toMatch(/^ignore-scripts=true$/m);
    const withScript = entries.filter(([, { hasInstallScript }]) => hasInstallScript).map(([name]) => name);
    expect(withScript.toSorted()).toEqual([
      // Reports installations to its makers.
      '@scarf/scarf',
      // Chooses a program for a kind of Windows package that we don't build.
      'electron-winstaller',
      // Tries its module, and compiles another one where that fails.
      'sqlite3',
    ]);
  });

  it('bring the exact version of the driver that was reviewed', async () => {
    const { dependencies } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
      dependencies: Record<string, string>;
    };
    const [, { version }] = entries.find(([name]) => name === 'sqlite3') ?? ['', {}];
    expect(dependencies.sqlite3).toBe(`npm:@appthreat/sqlite3@${version}`);
  });
});
