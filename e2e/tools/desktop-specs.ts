import { join } from 'node:path';
import { ensureElectron } from './electron.ts';
import { runOnDesktop } from './on-desktop.ts';

/** Runs the desktop specs on a real Electron. Passes its arguments to Playwright. */
const { code } = runOnDesktop({
  electron: await ensureElectron(),
  args: [
    'node_modules/@playwright/test/cli.js',
    'test',
    '--config=e2e/desktop/playwright.config.ts',
    ...process.argv.slice(2),
  ],
  environment: (work) => ({
    CASTELLAN_SPEC_RESULTS: join(work, 'results'),
    PLAYWRIGHT_JSON_OUTPUT_FILE: join(work, 'results/report.json'),
  }),
  results: join(import.meta.dirname, '../../test-results/desktop'),
});
process.exitCode = code;
