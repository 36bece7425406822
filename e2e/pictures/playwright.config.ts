import { defineConfig } from '@playwright/test';
import { findBrowser } from '../tools/browser.ts';

const browser = process.env.CASTELLAN_TEST_BROWSER || findBrowser();

/** Pictures of every screen, held against the accepted ones. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../../test-results/pictures',
  timeout: 60_000,
  expect: { timeout: 10_000 },
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  reporter: 'list',
  use: {
    launchOptions: {
      ...(browser ? { executablePath: browser } : {}),
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
    },
  },
});
