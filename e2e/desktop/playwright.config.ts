import { defineConfig } from '@playwright/test';
import { westOfUtc } from '../support/zones-of-tests.ts';

// The app inherits it.
process.env.TZ = westOfUtc;

/**
 * The built desktop app on a real Electron. Run by e2e/tools/desktop-specs.ts, which finds or assembles the Electron.
 */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: process.env.CASTELLAN_SPEC_RESULTS ?? '../../test-results/desktop',
  // Long enough for a busy machine.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  reporter: 'list',
});
