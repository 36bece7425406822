import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { hitsFolder, hitsName } from './probes.ts';

/** Runs in each test file while the map is made: records which functions the file's tests call. */
declare global {
  var castellanProbe: ((id: string) => void) | undefined;
}

const startedAt = performance.now();
const hits = new Set<string>();
globalThis.castellanProbe = (id) => hits.add(id);

// Loading the modules of a file is part of what the file costs, and calls functions too.
beforeAll(() => {
  globalThis.castellanProbe = (id) => hits.add(id);
});

afterAll(() => {
  const file = expect.getState().testPath;
  if (file === undefined) throw new Error('Vitest did not say which test file runs');
  mkdirSync(hitsFolder, { recursive: true });
  const ms = Math.round(performance.now() - startedAt);
  writeFileSync(join(hitsFolder, hitsName(file)), JSON.stringify({ file, ms, hits: [...hits] }));
});
