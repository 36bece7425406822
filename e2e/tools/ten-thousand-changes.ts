import { spawnSync } from 'node:child_process';

/** Checks ten thousand times that a change made at one of three instances is seen by the next request at another. */
const { status } = spawnSync(
  'npx',
  [
    ...['vitest', 'run', '--config', 'vitest.postgres.config.ts', 'e2e/postgres/program-instances.test.ts'],
    ...['-t', 'show each change on the next request elsewhere'],
  ],
  { stdio: 'inherit', env: { ...process.env, CASTELLAN_TEST_CHANGES: '10000' } },
);
process.exitCode = status ?? 1;
