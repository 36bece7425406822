import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { attempt, installDebianPackages } from '../support/programs/debian.ts';

/** Where systems install a Chromium that can run without a display. */
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

/** The browser for tests: Playwright's own, or an installed one. Undefined if there is none. */
export const findBrowser = (): string | undefined => playwrightBrowser() ?? systemBrowsers.find(existsSync);

/**
 * Finds a browser or installs one: first Playwright's download, then Debian's package if this account may install it.
 * @throws Error that says what to install if neither works.
 */
export const ensureBrowser = (): string => {
  const found = findBrowser();
  if (found) return found;
  attempt('npx', ['playwright', 'install', '--only-shell', 'chromium'], 180_000);
  const downloaded = playwrightBrowser();
  if (downloaded) return downloaded;
  installDebianPackages(['chromium-headless-shell', 'fonts-liberation']);
  const installed = findBrowser();
  if (installed) return installed;
  throw new Error('The tests need a browser. Install Chromium or Chrome, then run them again.');
};
