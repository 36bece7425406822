import { existsSync } from 'node:fs';
import { installDebianPackages } from './debian.ts';
import { onPath } from './on-path.ts';

const findWrk = (): string | undefined => onPath('wrk').find(existsSync);

/**
 * The path of wrk, an HTTP client for benchmarks: the installed one, or Debian's package if this account may install it.
 * @throws Error that says what to install if neither works.
 */
export const ensureWrk = (): string => {
  if (findWrk() === undefined) installDebianPackages(['wrk']);
  const found = findWrk();
  if (found === undefined) throw new Error('The bench needs wrk. Install it, then run it again.');
  return found;
};
