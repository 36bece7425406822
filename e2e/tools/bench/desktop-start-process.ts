import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type ElectronApplication, _electron as electron, type Page } from '@playwright/test';
import { account, addressOf, post } from '../../desktop/desktop.ts';
import { inTurn } from './statistics.ts';

const rounds = 5;
const root = join(import.meta.dirname, '../../..');
const bareApp = join(import.meta.dirname, 'bare-app');

/** Keep the caller's own settings out of the app. */
const environment = (dataDir: string): Record<string, string> => ({
  ...Object.fromEntries(
    Object.entries(process.env).filter(
      (entry): entry is [string, string] => entry[1] !== undefined && !entry[0].startsWith('CASTELLAN_'),
    ),
  ),
  CASTELLAN_DATA_DIR: dataDir,
  CASTELLAN_PORT: '0',
  XDG_CONFIG_HOME: join(dataDir, '..'),
});

/**
 * Runs in the page, once per frame. Returns when a control was present and enabled and the page was idle, in
 * milliseconds since the epoch, or 0 until then. Polling from outside would notice up to half a second later.
 */
const usableAt = (selector: string): Promise<number> | number => {
  const control = document.querySelector<HTMLInputElement>(selector);
  if (!control || control.disabled || control.getClientRects().length === 0) return 0;
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(() => resolve(performance.timeOrigin + performance.now())));
  });
};

/** The page of this computer's console: the window has others, too. Looks again at once, so that the figure is right. */
const consoleOf = async (running: ElectronApplication): Promise<Page> => {
  const find = () => running.windows().find((page) => page.url().startsWith('app://castellan/'));
  const limit = AbortSignal.timeout(30_000);
  for (;;) {
    const page = find();
    if (page) return page;
    limit.throwIfAborted();
    await pause(5);
  }
};

/** Seconds from process start until a control of the first screen is usable. */
const startedIn = async (
  app: string,
  dataDir: string,
  control: string,
  then?: (page: Page) => Promise<unknown>,
): Promise<number> => {
  const startedAt = performance.timeOrigin + performance.now();
  const running = await electron.launch({
    args: [app, ...(app === bareApp ? [`--user-data-dir=${dataDir}`] : [])],
    env: environment(dataDir),
  });
  try {
    const page = app === bareApp ? await running.firstWindow() : await consoleOf(running);
    const usable = await page.waitForFunction(usableAt, control, { polling: 'raf' });
    const seconds = ((await usable.jsonValue()) - startedAt) / 1_000;
    await page.locator(control).click({ trial: true });
    await then?.(page);
    return seconds;
  } finally {
    await running.close();
  }
};

/** Run by measures/desktop-start.ts as a user that Electron's sandbox accepts. Prints the seconds of each round. */
const folder = await mkdtemp(join(tmpdir(), 'castellan-bench-'));
try {
  const [ours, bare] = [join(folder, 'ours/data'), join(folder, 'bare')];
  // The first start creates the database and a session that later starts restore.
  await startedIn(root, ours, 'main a', async (page) => post(await addressOf(page), '/auth/signup', account));
  const { ours: measured, ceiling } = await inTurn(
    rounds,
    () => startedIn(root, ours, 'button[type=submit]'),
    () => startedIn(bareApp, bare, '#go'),
  );
  process.stdout.write(JSON.stringify({ ours: measured, bare: ceiling }));
} finally {
  await rm(folder, { recursive: true, force: true });
}
