import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { westOfUtc } from './e2e/support/zones-of-tests.ts';
import { LongestFirst } from './e2e/tools/longest-first.ts';

// Workers, and the programs that tests start, inherit it.
process.env.TZ = westOfUtc;

/** Units and operations on a real database file; the console's screens; the running server, and faults that kill it. */
export default defineConfig({
  test: {
    // One more than cores: a file often waits for the disk, a socket or a child process.
    maxWorkers: availableParallelism() + 1,
    // Most of a file's time went into loading the service anew. Each test file makes the state that it needs itself.
    isolate: false,
    // A larger young heap spares a worker two thirds of its collections.
    execArgv: ['--min-semi-space-size=16', '--max-semi-space-size=64'],
    sequence: { sequencer: LongestFirst },
    // Without isolation a spy or a fake timer would outlive its file.
    setupFiles: [join(import.meta.dirname, 'e2e/support/restored-globals.ts')],
    // Long enough for a busy machine. The defaults, 5 and 10 seconds, and one for a poll, are not.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 20_000, interval: 20 } },
    projects: [
      {
        extends: true,
        // What main/desktop imports. The package only knows where the real one is.
        resolve: { alias: { electron: join(import.meta.dirname, 'e2e/support/electron.ts') } },
        test: {
          name: 'unit',
          include: [
            'shared/**/*.test.ts',
            'main/**/*.test.ts',
            'preload/**/*.test.ts',
            'renderer/**/*.test.ts',
            'e2e/tools/*.test.ts',
            'e2e/tools/audit/**/*.test.ts',
            'e2e/tools/bench/**/*.test.ts',
            'e2e/tools/boundaries/**/*.test.ts',
            'e2e/tools/mutants/**/*.test.ts',
          ],
          exclude: ['**/*.screen.test.ts'],
          environment: 'node',
        },
      },
      {
        extends: true,
        // The same React as in the built console: its development build takes twice as long.
        oxc: { jsx: { runtime: 'automatic', development: false } },
        test: {
          name: 'screens',
          include: ['renderer/**/*.screen.test.ts'],
          environment: './e2e/support/screens/dom-environment.ts',
          env: { NODE_ENV: 'production' },
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['e2e/http-api/**/*.test.ts', 'e2e/attacks/**/*.test.ts', 'e2e/faults/**/*.test.ts'],
          globalSetup: ['e2e/tools/current-build.ts'],
          environment: 'node',
        },
      },
    ],
    coverage: {
      provider: 'v8',
      include: ['{main,shared,renderer}/**/*.{ts,tsx}'],
      exclude: ['**/*.test.ts'],
      reporter: ['text-summary', 'html'],
    },
  },
});
