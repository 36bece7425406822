import { spawnSync } from 'node:child_process';
import { ensureBrowser } from './browser.ts';

/** Runs the journeys and the pictures, in a browser that it finds or installs. Passes its arguments to Playwright. */
const browser = process.env.CASTELLAN_TEST_BROWSER || ensureBrowser();
const { status, error } = spawnSync(
  process.execPath,
  ['node_modules/@playwright/test/cli.js', 'test', ...process.argv.slice(2)],
  { stdio: 'inherit', env: { ...process.env, CASTELLAN_TEST_BROWSER: browser } },
);
if (error) throw error;
process.exitCode = status ?? 1;
