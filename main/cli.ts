#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// Compiling the program is a good part of a start. What a start has compiled is kept beside it, for the next;
// where that may not be written to, each start compiles anew.
enableCompileCache(join(import.meta.dirname, '.cache'));

// Only now: what is imported above is compiled without it.
const { run } = await import('./commands/run.ts');
await run(process.argv.slice(2));
