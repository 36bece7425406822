import { execFileSync } from 'node:child_process';
import { existsSync, globSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { installDebianPackages } from './debian.ts';

/** The folder of PostgreSQL's programs. Undefined if it isn't installed. */
const findPostgres = (): string | undefined => {
  const onPath = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'postgres'));
  const packaged = globSync('/usr/lib/postgresql/*/bin/postgres').sort().reverse();
  const found = [...onPath, ...packaged].find((path) => existsSync(path));
  return found && dirname(realpathSync(found));
};

export interface PostgresPrograms {
  readonly folder: string;
  /** Such as 15.18. */
  readonly version: string;
}

/**
 * Finds PostgreSQL or installs Debian's package, if this account may.
 * @throws Error that says what to install if neither works
 */
export const ensurePostgres = (): PostgresPrograms => {
  if (findPostgres() === undefined) installDebianPackages(['postgresql']);
  const folder = findPostgres();
  if (folder === undefined) throw new Error('The tests need PostgreSQL 14 or newer. Install it, then run them again.');
  const text = execFileSync(join(folder, 'postgres'), ['--version'], { encoding: 'utf8' });
  return { folder, version: /\d+(\.\d+)*/.exec(text)?.[0] ?? text.trim() };
};
