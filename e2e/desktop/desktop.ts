import { cp, lstat, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { test as base, type ElectronApplication, _electron as electron, expect, type Page } from '@playwright/test';
import type { DesktopBridge, DesktopFacts } from '#shared/contract/desktop-bridge.ts';
import { journeyPassword } from '../support/journey.ts';

export { expect };

/** The app's folder, as passed to Electron. */
export const appFolder = join(import.meta.dirname, '../..');

export interface LaunchOptions {
  args?: readonly string[];
  environment?: Record<string, string>;
  /** A script that Electron loads before the app. */
  preload?: string;
}

/** The desktop app on its own data folder. */
export interface Desktop {
  readonly dataDir: string;
  readonly logFile: string;
  /** Starts the app, or starts it again on the same folder. Resolves when the first window is open. */
  launch(options?: LaunchOptions): Promise<{ app: ElectronApplication; page: Page }>;
  /** The app's log, line by line. */
  log(): Promise<Record<string, unknown>[]>;
}

/** Pass only what a program needs from the environment of the person who runs the tests. */
export const desktopEnvironment = (folder: string, more: Record<string, string> = {}): Record<string, string> => ({
  ...Object.fromEntries(
    Object.entries(process.env).filter(
      (entry): entry is [string, string] => entry[1] !== undefined && !entry[0].startsWith('CASTELLAN_'),
    ),
  ),
  // The XDG autostart entry, and whatever else a desktop stores for its user.
  XDG_CONFIG_HOME: join(folder, 'config'),
  CASTELLAN_DATA_DIR: join(folder, 'data'),
  CASTELLAN_PORT: '0',
  CASTELLAN_BCRYPT_COST: '10',
  CASTELLAN_CHECK_ANSWERS: '1',
  ...more,
});

/** Specs must never use the real keyring of the person who runs them. */
const keyringSwitches = process.platform === 'linux' ? ['--password-store=basic'] : [];

/** Logs, and dumps of what has crashed. */
const tellsWhy = async (path: string): Promise<boolean> =>
  ['.dmp', '.log'].includes(extname(path)) || (await lstat(path)).isDirectory();

/** Of the log of an app whose test has failed. */
const lastLines = 30;

/** `close` keeps in a folder, if it gets one, what tells why a test failed. */
export const openDesktop = async (): Promise<Desktop & { close(keep?: string): Promise<void> }> => {
  const folder = await mkdtemp(join(tmpdir(), 'castellan-desktop-'));
  const dataDir = join(folder, 'data');
  const logFile = join(dataDir, 'desktop/logs/castellan.log');
  const running = new Set<ElectronApplication>();
  return {
    dataDir,
    logFile,
    async launch({ args = [], environment = {}, preload } = {}) {
      const app = await electron.launch({
        args: [...(preload === undefined ? [] : ['-r', preload]), appFolder, ...keyringSwitches, ...args],
        env: desktopEnvironment(folder, environment),
      });
      running.add(app);
      app.once('close', () => running.delete(app));
      return { app, page: await ownPage(app) };
    },
    async log() {
      // The last line may be half written.
      const lines = (await readFile(logFile, 'utf8')).split('\n').slice(0, -1);
      return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    },
    async close(keep) {
      await Promise.all([...running].map((app) => app.close()));
      if (keep !== undefined) {
        await cp(folder, keep, { recursive: true, filter: tellsWhy });
        // Where only the output is kept, too.
        const lines = await readFile(logFile, 'utf8').catch(() => 'The app has written no log.');
        process.stderr.write(`${lines.trimEnd().split('\n').slice(-lastLines).join('\n')}\n`);
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
};

const stripAddress = 'app://strip/';

/** The pages of the app, apart from the strip above them. */
export const pagesOf = (app: ElectronApplication): Page[] =>
  app.windows().filter((page) => page.url() !== '' && page.url() !== stripAddress);

/** The page whose address starts like this, as soon as there is one. */
export const pageAt = async (app: ElectronApplication, address: string): Promise<Page> => {
  const find = () => app.windows().find((page) => page.url().startsWith(address));
  await expect.poll(find).toBeDefined();
  return find() as Page;
};

/** The strip above the consoles. */
export const stripOf = (app: ElectronApplication): Promise<Page> => pageAt(app, stripAddress);

/** The console of this computer. */
const ownPage = (app: ElectronApplication): Promise<Page> => pageAt(app, 'app://castellan/');

/** This computer's console in Electron, also while another one is shown. */
export const ownContents = (app: ElectronApplication) =>
  app.evaluateHandle(({ webContents }) => {
    const found = webContents.getAllWebContents().find((contents) => contents.getURL().startsWith('app://castellan/'));
    if (!found) throw new Error('This computer has no console');
    return found;
  });

/** The window. It outlives its pages. */
export const windowOf = (app: ElectronApplication) =>
  app.evaluateHandle(({ BaseWindow }) => {
    const [window] = BaseWindow.getAllWindows();
    if (!window) throw new Error('There is no window');
    return window;
  });

interface Opened {
  readonly desktop: Desktop;
  readonly app: ElectronApplication;
  readonly page: Page;
}

/**
 * `desktop` is for one test. `opened` is an app at its first screen, for tests that leave nothing behind: those of a
 * worker share one, because starting an app takes most of their time.
 */
export const test = base.extend<{ desktop: Desktop; opened: Opened }, { shared: Opened }>({
  // biome-ignore lint/correctness/noEmptyPattern: the first argument of a fixture is destructured
  desktop: async ({}, use, info) => {
    const { close, ...desktop } = await openDesktop();
    await use(desktop);
    await close(info.status === info.expectedStatus ? undefined : info.outputPath('desktop'));
  },
  shared: [
    // biome-ignore lint/correctness/noEmptyPattern: the first argument of a fixture is destructured
    async ({}, use) => {
      const { close, ...desktop } = await openDesktop();
      await use({ desktop, ...(await desktop.launch()) });
      await close();
    },
    { scope: 'worker' },
  ],
  opened: async ({ shared }, use) => {
    await firstScreen(shared.page);
    await use(shared);
    await shared.page.goto('app://castellan/welcome');
  },
});

/** Waits for the page that a data folder without accounts shows. */
export const firstScreen = (page: Page): Promise<void> =>
  expect(page.getByRole('heading', { name: 'Welcome to Castellan' })).toBeVisible();

/** Signs up a new owner in the window, as a person would. */
export const signUp = async (page: Page, email = 'olivia@example.com', name = 'Olivia Owner'): Promise<void> => {
  await page.getByRole('link', { name: 'Create account' }).click();
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Full name').fill(name);
  await page.getByLabel('Organization name').fill('Northwind');
  await page.getByLabel('Password', { exact: true }).fill(journeyPassword);
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(page).toHaveURL(/\/dashboard/);
};

/** An account created without the window, for specs about something else. */
export const account = {
  email: 'olivia@example.com',
  name: 'Olivia Owner',
  password: journeyPassword,
  company_name: 'Northwind',
};

/** The facts that the window reports. */
export const factsOf = async (page: Page): Promise<DesktopFacts> => {
  const facts = await page.evaluate(() => (window.castellan as DesktopBridge | undefined)?.facts());
  if (!facts) throw new Error('The page has no bridge');
  return facts;
};

/** The address at which other tools reach the running service. */
export const addressOf = async (page: Page): Promise<string> => {
  const { address } = await factsOf(page);
  if (address === null) throw new Error('The service is not running');
  return address;
};

/** Calls the API as another tool would. */
export const post = async (address: string, path: string, body: unknown): Promise<Response> =>
  fetch(`${address}/api/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

/** Creates the account through the API, then signs in to it in the window. */
export const signIn = async (page: Page): Promise<void> => {
  await firstScreen(page);
  expect((await post(await addressOf(page), '/auth/signup', account)).status).toBe(201);
  await page.reload();
  await signInAgain(page);
};

/** Signs in to the account above, on the sign-in page. */
export const signInAgain = async (page: Page): Promise<void> => {
  await page.getByLabel('Email', { exact: true }).fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/dashboard/);
};
