import { defineConfig } from '@playwright/test';
import journeys from '../../playwright.config.ts';

/** Only the pictures, for `npm run pictures`. */
export default defineConfig(journeys, {
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../../test-results/pictures',
});
