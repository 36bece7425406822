import { defineConfig } from '@playwright/test';
import { standinFolder } from '../tools/electron.ts';

// What is tried here is the stand-in itself, also where Electron is at hand.
process.env.ELECTRON_OVERRIDE_DIST_PATH = standinFolder;

export default defineConfig({
  testDir: 'specs',
  outputDir: '../../test-results/standin',
  workers: 1,
  timeout: 30_000,
  forbidOnly: true,
  retries: 0,
  reporter: 'list',
});
