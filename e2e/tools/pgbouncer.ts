import { existsSync } from 'node:fs';
import { installDebianPackages } from './debian.ts';
import { onPath } from './on-path.ts';

const findPgBouncer = (): string | undefined => [...onPath('pgbouncer'), '/usr/sbin/pgbouncer'].find(existsSync);

/**
 * The path of PgBouncer. Installs Debian's package if it is missing and this account may.
 * @throws Error that says what to install if neither works
 */
export const ensurePgBouncer = (): string => {
  if (findPgBouncer() === undefined) installDebianPackages(['pgbouncer']);
  const found = findPgBouncer();
  if (found === undefined) throw new Error('The tests need PgBouncer. Install it, then run them again.');
  return found;
};
