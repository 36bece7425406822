import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const read = (path: string): string => readFileSync(join(import.meta.dirname, '../../..', path), 'utf8');

it('the program closes the gate in each of its processes and threads', () => {
  const entries = ['main/cli.ts', 'main/index.ts', 'main/security/audit-worker.ts', 'main/security/password-worker.ts'];
  expect(entries.filter((path) => !/^ *closeGate\(\);$/m.test(read(path)))).toEqual([]);
  const config = read('electron.vite.config.ts');
  const built = [...config.matchAll(/at\('(main\/[^']+)'\)/g)].map(([, path]) => path);
  expect(built.toSorted()).toEqual(entries.toSorted((a, b) => a.localeCompare(b)));
});
