import type { BrowserContext, Page } from '@playwright/test';
import { second } from '#shared/rules/limits.ts';
import { enterConsole, signUpUnverified } from './api-accounts.ts';
import { test as base, journeyPassword } from './journey.ts';
import { answered, quiet, watchRequests } from './page-load.ts';
import { createTestApp, type TestApp } from './test-app.ts';

/** A server and a browser with a frozen clock. */
export interface FrozenTime {
  server: TestApp;
  context: BrowserContext;
  page: Page;
  /** Advances the clock of the service and of every tab, and waits until each tab has its answers. */
  advance: (milliseconds: number) => Promise<void>;
}

/** Journeys with a frozen clock: a session of Ida Idle on a server of her own. */
export const test = base.extend<{ frozen: FrozenTime }>({
  frozen: async ({ browser, afterwards }, use) => {
    const server = await createTestApp({ 'rate-limits': 'off' });
    afterwards(() => server.close());
    const context = await browser.newContext({ baseURL: server.address, locale: 'en-GB' });
    afterwards(() => context.close());
    context.on('page', watchRequests);
    await context.clock.install({ time: server.clock.now() });
    const page = await context.newPage();
    const account = { email: idleEmail, name: 'Ida Idle', password: journeyPassword };
    const userAgent = await page.evaluate(() => navigator.userAgent);
    await enterConsole(page, await signUpUnverified(server, account, userAgent));
    const advance = async (milliseconds: number) => {
      const tabs = context.pages();
      // A request in flight while time passes would count as activity at the new time, and its answer would carry the
      // old one. So no timer may send a request between the last answer and the jump.
      await Promise.all(tabs.map(quiet));
      const instants = await Promise.all(tabs.map((tab) => tab.evaluate<number>('Date.now()')));
      await context.clock.pauseAt(Math.max(...instants) + second);
      await Promise.all(tabs.map(answered));
      server.clock.advance(milliseconds);
      await context.clock.fastForward(milliseconds);
      await context.clock.resume();
      await Promise.all(tabs.map(quiet));
    };
    await use({ server, context, page, advance });
  },
});

export const idleEmail = 'ida.idle@example.com';
