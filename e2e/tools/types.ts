import { spawnSync } from 'node:child_process';
import { dateBackTo, forgetChangedJson } from './type-cache.ts';

/** Checks the types of all programs. Passes its arguments to the compiler. */
const cache = 'node_modules/.cache/tsc';
forgetChangedJson(cache);
const { status, error } = spawnSync(
  process.execPath,
  ['node_modules/typescript/bin/tsc', '-b', '--checkers', '1', ...process.argv.slice(2)],
  // The compiler is written in Go: collecting less often saves a quarter of its time, and memory is limited all the same.
  { stdio: 'inherit', env: { GOGC: '400', GOMEMLIMIT: '3GiB', ...process.env } },
);
dateBackTo(cache, performance.timeOrigin);
if (error) throw error;
process.exitCode = status ?? 1;
