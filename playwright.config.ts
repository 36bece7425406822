import { defineConfig } from '@playwright/test';
import type { Condition } from './e2e/support/conditions.ts';
import { westOfUtc } from './e2e/support/zones-of-tests.ts';
import { findBrowser } from './e2e/tools/browser.ts';

// Servers of the journeys inherit it.
process.env.TZ = westOfUtc;

const browser = process.env.CASTELLAN_TEST_BROWSER || findBrowser();

/** Journeys that also run in browsers that aren't kind to the console: those with the tag. */
const under = (condition: Condition, tag: string) => ({ name: condition, grep: new RegExp(tag), use: { condition } });

/**
 * Journeys of people through the built program, in a real browser, and the pictures of every screen. They are one
 * project, so that no core waits for the last of the journeys; some of them run again under other conditions.
 */
export default defineConfig<{ condition: Condition }>({
  projects: [
    { name: 'plain' },
    under('translated', '@translated'),
    under('failing network', '@network'),
    under('blocked storage', '@storage'),
  ],
  testDir: 'e2e',
  testMatch: '**/e2e/{journeys,pictures}/*.spec.ts',
  outputDir: 'test-results/playwright',
  // Long enough for a busy machine.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  reporter: 'list',
  use: {
    locale: 'en-GB',
    timezoneId: westOfUtc,
    viewport: { width: 1280, height: 800 },
    // What fades in has not its own colours yet, and what moves cannot be clicked.
    contextOptions: { reducedMotion: 'reduce' },
    // Recording what a failure might need takes as long as the journey: ask for it with --trace=retain-on-failure.
    trace: 'off',
    launchOptions: {
      ...(browser ? { executablePath: browser } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        // Starting a process for each page costs half as much CPU time as showing a screen.
        '--process-per-site',
        // No journey runs its scripts long enough to earn back the time of the optimizing compilers: without them,
        // the journeys take 9 % less CPU time.
        '--js-flags=--no-maglev,--no-turbofan',
      ],
    },
  },
});
