#!/usr/bin/env node
import { nodeProblem } from './node-version.mjs';

// No other static imports: an older Node would fail to link them before this check could say why.
const problem = nodeProblem(process.versions.node);
if (problem === undefined) {
  const { enableCompileCache } = await import('node:module');
  const { join } = await import('node:path');
  // Compiling is a good part of the startup time. Keep the compiled code for the next start; where the folder is
  // read-only, each start compiles again.
  enableCompileCache(join(import.meta.dirname, '.cache'));
  // Imported last, so that it goes through the cache.
  const { run } = await import('./commands/run.ts');
  await run(process.argv.slice(2));
} else {
  process.stderr.write(`castellan: ${problem} (${process.execPath})\n`);
  process.exitCode = 1;
}
