import { execFileSync } from 'node:child_process';
import { existsSync, globSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ensureInstalled } from './debian.ts';
import { onPath } from './on-path.ts';

/** The folder of PostgreSQL's programs. Undefined if it isn't installed. */
const findPostgres = (): string | undefined => {
  const packaged = globSync('/usr/lib/postgresql/*/bin/postgres').sort().reverse();
  const found = [...onPath('postgres'), ...packaged].find(existsSync);
  return found && dirname(realpathSync(found));
};

export interface PostgresPrograms {
  readonly folder: string;
  /** Such as 15.18. */
  readonly version: string;
}

/** PostgreSQL's programs. @throws Error that says what to install */
export const ensurePostgres = (): PostgresPrograms => {
  const folder = ensureInstalled('PostgreSQL 14 or newer', findPostgres, 'postgresql');
  const text = execFileSync(join(folder, 'postgres'), ['--version'], { encoding: 'utf8' });
  return { folder, version: /\d+(\.\d+)*/.exec(text)?.[0] ?? text.trim() };
};
