import { defineConfig } from 'vitest/config';

/** Three speeds: pure units and operations on a real database file; the running server; faults that kill processes. */
export default defineConfig({
  test: {
    // All cores: most of a test's time is hashing, which blocks nothing else.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'unit',
          include: ['shared/**/*.test.ts', 'main/**/*.test.ts', 'renderer/**/*.test.ts', 'e2e/bench/**/*.test.ts'],
          environment: 'node',
          // Hashing takes its time on a busy machine.
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'server',
          include: ['e2e/http-api/**/*.test.ts', 'e2e/attacks/**/*.test.ts', 'e2e/faults/**/*.test.ts'],
          environment: 'node',
          testTimeout: 60_000,
          hookTimeout: 60_000,
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
