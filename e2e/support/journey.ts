import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import type { Role } from '#shared/rules/roles.ts';
import { enterConsole, joinByApi, type SignedIn, signInByApi, signUpByApi } from './api-accounts.ts';
import { type ContextPool, createContextPool } from './browser-contexts.ts';
import { type Condition, expose } from './conditions.ts';
import { type Mailbox, openMailbox } from './mailbox.ts';
import { type SpawnedInstance, spawnInstance } from './test-app.ts';
import { send } from './transports.ts';

export { expect };

export const journeyPassword = 'a long winding road 7';

/** The built program in its own process, with a real mail server next to it. */
export interface Castellan {
  readonly address: string;
  readonly mailbox: Mailbox;
}

/** A user in a browser context of their own. */
export interface TestUser {
  readonly page: Page;
  readonly email: string;
  readonly name: string;
  /** The initial session: the console rotates the refresh token. */
  readonly session: SignedIn;
}

interface Journey {
  /** What the browser does to the console, set by the project. */
  condition: Condition;
  /** A new owner with a verified address, signed in. The page is not in the console yet: start with `goto`. */
  owner: (name?: string) => Promise<TestUser>;
  /** A user who accepted an invitation from an owner or admin. Like `owner`, signed in and not in the console yet. */
  join: (host: TestUser, role: 'Member' | 'Admin' | 'Owner', name?: string) => Promise<TestUser>;
  /** One more browser of a user, signed in and not in the console yet. */
  device: (email: string) => Promise<Page>;
  /** An address that no one has used. */
  freshEmail: (name: string) => string;
  /** One more browser, empty. */
  newPage: () => Promise<Page>;
  /** Registers a cleanup that runs after the test, whether it passes or not. The last one registered runs first. */
  afterwards: (cleanUp: () => Promise<unknown>) => void;
}

interface WorkerParts {
  castellan: Castellan;
  contextPool: ContextPool;
}

let counter = 0;
const errorLevel = 50;

/** Log lines at error level and above. A journey must not cause any. */
export const loggedErrors = (stderr: string): string[] =>
  stderr.split('\n').filter((line) => line.startsWith('{') && JSON.parse(line).level >= errorLevel);

/** Creates a first account. Without one, every page leads to the welcome page. */
const createFirstAccount = async (address: string): Promise<void> => {
  const account = { email: 'first@example.com', name: 'Fiona First', company_name: 'First', password: journeyPassword };
  const { status } = await send(address, 'POST', '/api/v1/auth/signup', { body: account });
  expect(status, 'the first sign-up').toBe(201);
};

export const test = base.extend<Journey, WorkerParts>({
  castellan: [
    // biome-ignore lint/correctness/noEmptyPattern: the first argument of a fixture is destructured
    async ({}, use) => {
      const mailbox = await openMailbox();
      const server: SpawnedInstance = await spawnInstance({
        // Users of journeys are guests on the server, and some have a provider on this computer.
        args: ['--smtp-url', mailbox.url, '--rate-limits', 'off', '--allow-private-provider', 'on'],
      });
      try {
        await createFirstAccount(server.address);
        await use({ address: server.address, mailbox });
      } finally {
        await server.close();
        await mailbox.close();
      }
      expect(loggedErrors(server.stderr()), 'errors in the log').toEqual([]);
    },
    { scope: 'worker' },
  ],
  contextPool: [
    async ({ browser, castellan }, use) => {
      const pool = createContextPool(browser, castellan.address);
      await use(pool);
      await pool.close();
    },
    { scope: 'worker' },
  ],
  condition: ['plain', { option: true }],
  baseURL: async ({ castellan }, use) => use(castellan.address),
  // biome-ignore lint/correctness/noEmptyPattern: the first argument of a fixture is destructured
  freshEmail: async ({}, use, { workerIndex }) => {
    await use((name) => {
      counter += 1;
      // The part before the @ has at most 64 characters.
      return `${name.toLowerCase().replaceAll(/\W/g, '.').slice(0, 48)}.${workerIndex}.${counter}@example.com`;
    });
  },
  newPage: async ({ contextPool, condition }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async () => {
      const context = await contextPool.take();
      contexts.push(context);
      const page = await context.newPage();
      await expose(page, condition);
      return page;
    });
    await Promise.all(contexts.map((context) => contextPool.giveBack(context)));
  },
  // biome-ignore lint/correctness/noEmptyPattern: the first argument of a fixture is destructured
  afterwards: async ({}, use) => {
    const cleanUps: (() => Promise<unknown>)[] = [];
    await use((cleanUp) => void cleanUps.push(cleanUp));
    const failures: unknown[] = [];
    for (const cleanUp of cleanUps.toReversed()) await cleanUp().catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw new AggregateError(failures, 'Cleanup failed');
  },
  owner: async ({ castellan, newPage, freshEmail }, use) => {
    await use(async (name = 'Olivia Owner') => {
      const page = await newPage();
      const email = freshEmail(name);
      const session = await signUpByApi(castellan, { email, name, password: journeyPassword }, await userAgentOf(page));
      await enterConsole(page, session);
      return { page, email, name, session };
    });
  },
  join: async ({ castellan, newPage, freshEmail }, use) => {
    await use(async (host, role, name = 'Max Member') => {
      const page = await newPage();
      const account = { email: freshEmail(name), name, password: journeyPassword };
      const userAgent = await userAgentOf(page);
      const session = await joinByApi(castellan, host.session, account, role.toLowerCase() as Role, userAgent);
      await enterConsole(page, session);
      return { page, email: account.email, name, session };
    });
  },
  device: async ({ castellan, newPage }, use) => {
    await use(async (email) => {
      const page = await newPage();
      const account = { email, password: journeyPassword };
      await enterConsole(page, await signInByApi(castellan, account, await userAgentOf(page)));
      return page;
    });
  },
});

const userAgentOf = (page: Page): Promise<string> => page.evaluate(() => navigator.userAgent);

export const signIn = async (page: Page, email: string, password = journeyPassword): Promise<void> => {
  await page.goto('/login');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/dashboard/);
};

/** Signs up a user as a person would, and stays on the first page after sign-up. */
export const signUpOnScreen = async (page: Page, email: string, name: string): Promise<void> => {
  await page.goto('/signup');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Full name').fill(name);
  await page.getByLabel('Organization name').fill(`${name} Ltd`);
  await page.getByLabel('Password', { exact: true }).fill(journeyPassword);
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(page).toHaveURL(/\/dashboard/);
};

export const inviteOnScreen = async (page: Page, email: string, role: string): Promise<void> => {
  await page.goto('/dashboard/team');
  await page.getByRole('button', { name: 'Invite people', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Email' }).fill(email);
  await dialog.getByRole('combobox', { name: 'Role' }).selectOption({ label: role });
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByText('Invitation created.').first()).toBeVisible();
  await expect(dialog).toBeHidden();
};

/**
 * Hides the notifications at the end of the page. A click on something below one waits until it disappears, for up to
 * 10 seconds.
 */
export const hideNotices = async (page: Page): Promise<void> => {
  const hide = page.getByRole('button', { name: 'Dismiss message' });
  await expect(hide.first()).toBeVisible();
  await expect(async () => {
    // All at once, because one may disappear on its own meanwhile; and again, because another may have appeared.
    await hide.evaluateAll((buttons) => {
      for (const one of buttons) (one as HTMLElement).click();
    });
    await expect(hide).toHaveCount(0, { timeout: 1_000 });
  }).toPass();
};
