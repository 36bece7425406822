import { defineConfig } from '@playwright/test';
import { chooseElectron } from '../tools/electron.ts';

/** The desktop app as it was built, in Electron where its binary is at hand, else on the stand-in. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../../test-results/desktop',
  timeout: 120_000,
  expect: { timeout: 30_000 },
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  reporter: 'list',
  metadata: { ran: chooseElectron() },
});
