#!/usr/bin/env node
import { nodeProblem } from './platform/node-version.mjs';

// No other static imports: an older Node would fail to link them before this check could say why.
const problem = nodeProblem(process.versions.node);
if (problem === undefined) {
  const { enableCompileCache } = await import('node:module');
  const { join } = await import('node:path');
  // Compiling takes a large part of the startup time, so cache the compiled code. If the folder is read-only, every
  // start compiles again.
  enableCompileCache(join(import.meta.dirname, '.cache'));
  const { keepYoungHeap } = await import('./platform/heap.ts');
  keepYoungHeap();
  // Before any library is loaded.
  const { closeGate } = await import('./platform/gate/gate.ts');
  closeGate();
  // Imported last, so that it is loaded through the cache.
  const program = await import('./cli/run.ts').catch((error: Error) => {
    process.stderr.write(`castellan: The program can't be loaded: ${error.message.split('\n')[0]}. Install it again\n`);
    // EX_SOFTWARE, as in start-error.ts.
    process.exitCode = 70;
  });
  await program?.run(process.argv.slice(2), process.env);
} else {
  process.stderr.write(`castellan: ${problem} (${process.execPath})\n`);
  // EX_CONFIG, as in start-error.ts: a restart can't fix this.
  process.exitCode = 78;
}
