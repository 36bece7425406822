import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

/** Where systems keep a Chromium that can run without a display. */
const systemBrowsers = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

const playwrightBrowser = (): string | undefined => {
  const path = chromium.executablePath();
  return existsSync(path) ? path : undefined;
};

/** The browser that tests run in: Playwright's own, else an installed one; undefined where there is none. */
export const findBrowser = (): string | undefined => playwrightBrowser() ?? systemBrowsers.find(existsSync);

const attempt = (command: string, args: string[], timeout: number): void => {
  process.stderr.write(`${command} ${args.join(' ')}\n`);
  try {
    execFileSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'], timeout });
  } catch (error) {
    process.stderr.write(`  failed: ${(error as Error).message.split('\n')[0]}\n`);
  }
};

/**
 * Finds a browser or installs one: Playwright's download first, then Debian's package where this account may install.
 * @throws Error that says what to install where neither works.
 */
export const ensureBrowser = (): string => {
  const found = findBrowser();
  if (found) return found;
  attempt('npx', ['playwright', 'install', '--only-shell', 'chromium'], 180_000);
  const downloaded = playwrightBrowser();
  if (downloaded) return downloaded;
  const isRoot = process.getuid?.() === 0;
  if (existsSync('/usr/bin/apt-get')) {
    const [command, prefix] = isRoot ? ['apt-get', []] : ['sudo', ['-n', 'apt-get']];
    attempt(command, [...prefix, 'update', '-qq'], 180_000);
    attempt(
      command,
      [...prefix, 'install', '-y', '-qq', '--no-install-recommends', 'chromium-headless-shell', 'fonts-liberation'],
      300_000,
    );
  }
  const installed = findBrowser();
  if (installed) return installed;
  throw new Error('The tests need a browser: install Chromium or Chrome, and run them again');
};
