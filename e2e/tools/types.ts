import { spawnSync } from 'node:child_process';
import { forgetChangedJson } from './type-cache.ts';

/** Checks the types of all programs. Passes its arguments to the compiler. */
forgetChangedJson('node_modules/.cache/tsc');
const { status, error } = spawnSync(
  process.execPath,
  ['node_modules/typescript/bin/tsc', '-b', '--checkers', '1', ...process.argv.slice(2)],
  { stdio: 'inherit' },
);
if (error) throw error;
process.exitCode = status ?? 1;
