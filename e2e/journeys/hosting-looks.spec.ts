import type { Page } from '@playwright/test';
import { choosePlan, openSandbox, order } from '../fixtures/hosting-journey.ts';
import { expect, test } from '../fixtures/journey.ts';

const screens = [
  '/dashboard',
  '/dashboard/hosting',
  '/dashboard/hosting?tab=costs',
  '/dashboard/hosting?tab=invoices',
  '/dashboard/hosting?tab=history',
  '/dashboard/hosting/settings',
  '/dashboard/hosting/12345/upgrade',
  '/dashboard/hosting/12346/upgrade',
];

/** How far a screen of each width can be scrolled sideways, where it can. */
const overflows = async (page: Page, path: string): Promise<string[]> => {
  await page.goto(path);
  await expect(page.getByRole('heading').first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  const found: string[] = [];
  for (const width of [390, 900, 1_280, 2_560]) {
    await page.setViewportSize({ width, height: width < 600 ? 844 : 800 });
    const beyond = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    if (beyond > 0) found.push(`${path} at ${width}: ${beyond} pixels`);
  }
  return found;
};

test('with a run under way no screen scrolls sideways, from a phone to 4K', async ({ owner }) => {
  test.setTimeout(150_000);
  const { page } = await owner();
  await openSandbox(page);
  await choosePlan(page, '2 CPU / 4 GB / 75 GB SSD');
  await order(page);
  const found: string[] = [];
  for (const path of screens) found.push(...(await overflows(page, path)));
  expect(found).toEqual([]);
});
