import type { Page } from '@playwright/test';
import { clearCache } from '../support/browser-contexts.ts';
import { expect, journeyPassword, test } from '../support/journey.ts';
import { open } from '../support/page-load.ts';

const newVersion = '/assets/index-of-the-next-version.js';

/**
 * From now on, the server has another version: none of the files that this one could still load are there. Once the page
 * is loaded again, the program of this version stands in for the next one. An earlier journey of this browser may have cached them.
 */
const upgrade = async (page: Page): Promise<void> => {
  await clearCache(page.context());
  let isReloaded = false;
  const program = await page.evaluate(
    () => document.querySelector('script[type="module"][src]')?.getAttribute('src') ?? '',
  );
  page.on('request', (request) => {
    isReloaded ||= request.isNavigationRequest();
  });
  await page.route(
    ({ pathname }) => pathname === '/' || pathname === '/login' || pathname.startsWith('/dashboard'),
    async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, body: (await answer.text()).replace(program, newVersion) });
    },
  );
  await page.route('**/assets/**', async (route) => {
    if (new URL(route.request().url()).pathname === newVersion) {
      // The same module: what imports it by its name must not get a second one.
      const body = `import ${JSON.stringify(new URL(program, page.url()).pathname)};`;
      return route.fulfill({ contentType: 'text/javascript', body });
    }
    return isReloaded ? route.continue() : route.fulfill({ status: 404, body: 'Not found' });
  });
};

const notice = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });

test('a short loss of the network keeps the console, which goes on by itself', async ({ owner }) => {
  const { page } = await owner();
  await open(page, '/dashboard/team');
  await page.evaluate(() => document.body.setAttribute('data-marked', ''));
  await clearCache(page.context());
  await page.context().setOffline(true);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Workspaces' }).click();
  await expect(notice(page, 'No connection')).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByRole('heading', { name: 'Workspaces' })).toBeVisible();
  await expect(notice(page, 'No connection')).toHaveCount(0);
  await expect(page.locator('body[data-marked]')).toHaveCount(1);
});

test('a sign-in page that was open during an upgrade still leads in, and says so once a part is missing', async ({
  owner,
  newPage,
}) => {
  const { email } = await owner();
  const page = await newPage();
  await open(page, '/login');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(journeyPassword);
  await upgrade(page);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/dashboard/);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Workspaces' }).click();
  await expect(page.getByRole('heading', { name: 'Workspaces' })).toBeVisible();
  await expect(page.getByText('Castellan was updated')).toBeVisible();
});

test('a page that needs a part of the version before is loaded again, with what was typed', async ({ owner }) => {
  const { page } = await owner();
  await open(page, '/dashboard/profile');
  await page.getByRole('textbox', { name: 'Full name' }).fill('Olivia Renamed');
  await upgrade(page);
  await page.keyboard.press('Control+k');
  await expect(page.getByText('Castellan was updated')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Full name' })).toHaveValue('Olivia Renamed');
});
