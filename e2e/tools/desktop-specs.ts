import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureElectron } from './electron.ts';
import { runOnDesktop } from './on-desktop.ts';

/** Runs the desktop specs on a real Electron. Arguments go on to Playwright. */

const results = join(import.meta.dirname, '../../test-results/desktop');
const electron = await ensureElectron();
const work = mkdtempSync(join(tmpdir(), 'castellan-specs-'));
try {
  const { code } = runOnDesktop(work, {
    electron,
    args: [
      'node_modules/@playwright/test/cli.js',
      'test',
      '--config=e2e/desktop/playwright.config.ts',
      ...process.argv.slice(2),
    ],
    environment: {
      CASTELLAN_SPEC_RESULTS: join(work, 'results'),
      PLAYWRIGHT_JSON_OUTPUT_FILE: join(work, 'results/report.json'),
    },
  });
  process.exitCode = code;
} finally {
  rmSync(results, { recursive: true, force: true });
  if (existsSync(join(work, 'results'))) cpSync(join(work, 'results'), results, { recursive: true });
  rmSync(work, { recursive: true, force: true });
}
