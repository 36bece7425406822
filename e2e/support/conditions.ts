import type { Page } from '@playwright/test';
import { livePath } from '#shared/contract/live-topics.ts';
import { translate } from './translator.ts';

/** What a browser does to the console during a journey. */
export type Condition = 'plain' | 'translated' | 'failing network' | 'blocked storage';

/** Everything that the console asks for by itself fails once: reads, its stream of changes, and parts that it loads later. */
const failOnce = async (page: Page): Promise<void> => {
  const failed = new Set<string>();
  let isLoaded = false;
  page.on('domcontentloaded', () => {
    isLoaded = true;
  });
  await page.route('**/*', async (route) => {
    const request = route.request();
    const { pathname } = new URL(request.url());
    if (request.isNavigationRequest()) isLoaded = false;
    const isRead = request.method() === 'GET' && (pathname.startsWith('/trpc/') || pathname === livePath);
    // A browser shows its own error if what the page begins with can't be loaded.
    const isPart = isLoaded && pathname.startsWith('/assets/') && pathname.endsWith('.js');
    // Reads that are sent together are tried again in other company: each of them fails once, not each company.
    const parts = pathname.replace('/trpc/', '').split(',');
    if ((!isRead && !isPart) || parts.every((part) => failed.has(part))) return route.fallback();
    for (const part of parts) failed.add(part);
    return route.abort('connectionreset');
  });
};

/** Runs in the page: as browsers do where site data is blocked. */
const blockStorage = (): void => {
  const refuse = (): never => {
    throw new DOMException('Access is denied for this document.', 'SecurityError');
  };
  for (const name of ['sessionStorage', 'localStorage']) Object.defineProperty(window, name, { get: refuse });
  const locks = { query: async () => refuse(), request: async () => refuse() };
  Object.defineProperty(navigator, 'locks', { value: locks });
};

/** Puts a page under a condition, from its next document on. */
export const expose = async (page: Page, condition: Condition): Promise<void> => {
  if (condition === 'failing network') await failOnce(page);
  if (condition === 'blocked storage') await page.addInitScript(blockStorage);
  if (condition === 'translated')
    await page.addInitScript(`addEventListener('DOMContentLoaded', () => (${translate})(document.body, 'replaces'));`);
};
