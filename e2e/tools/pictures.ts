import { spawnSync } from 'node:child_process';
import { ensureBrowser } from './browser.ts';

/**
 * `npm run pictures` compares. With `--accept`, it updates changed pictures, adds missing ones and removes those no
 * longer needed.
 */
const isAccepting = process.argv.includes('--accept');

const run = (command: string, environment: Record<string, string> = {}): void => {
  const { status } = spawnSync(command, { stdio: 'inherit', shell: true, env: { ...process.env, ...environment } });
  if (status !== 0) process.exit(status ?? 1);
};

const browser = ensureBrowser();
run('npm run --silent build');
run(`playwright test -c e2e/pictures/playwright.config.ts ${isAccepting ? 'pictures.spec.ts readme.spec.ts' : ''}`, {
  CASTELLAN_TEST_BROWSER: browser,
  ...(isAccepting && { CASTELLAN_ACCEPT_PICTURES: 'yes' }),
});
