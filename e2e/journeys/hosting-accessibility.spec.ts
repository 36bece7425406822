import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { awaitDecision, button, choosePlan, openSandbox, order } from '../fixtures/hosting-journey.ts';
import { expect, test } from '../fixtures/journey.ts';

/** What axe finds on the page as it stands, in both colour schemes. */
const findings = async (page: Page, where: string): Promise<string[]> => {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const { violations } = await new AxeBuilder({ page }).analyze();
    for (const { id, nodes } of violations) {
      found.push(`${where}, ${colorScheme}: ${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
    }
  }
  return found;
};

test('axe finds nothing on the hosting screens', async ({ owner }) => {
  test.setTimeout(120_000);
  const { page } = await owner();
  // What fades in has not its own colours yet.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const found: string[] = [];
  await page.goto('/dashboard/hosting');
  await expect(button(page, 'Open the sandbox')).toBeVisible();
  found.push(...(await findings(page, 'not connected')));
  await openSandbox(page);
  found.push(...(await findings(page, 'servers')));
  for (const tab of ['Costs', 'Invoices', 'History']) {
    await page.getByRole('tab', { name: tab }).click();
    await page.waitForLoadState('networkidle');
    found.push(...(await findings(page, tab)));
  }
  await page.goto('/dashboard/hosting/settings');
  await page.getByRole('radio', { name: 'An account at the provider' }).check();
  found.push(...(await findings(page, 'settings')));
  await page.goto('/dashboard/hosting');
  await button(page, 'More for mail-1').click();
  await page.getByRole('menuitem', { name: 'Change billing cycle' }).click();
  await expect(page.getByRole('radio', { name: 'Yearly' })).toBeVisible();
  found.push(...(await findings(page, 'billing cycle')));
  expect(found).toEqual([]);
});

test('axe finds nothing in the wizard, at any step', async ({ owner }) => {
  test.setTimeout(240_000);
  const { page } = await owner();
  // What fades in has not its own colours yet.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const found: string[] = [];
  await openSandbox(page);
  await page.getByRole('link', { name: 'Upgrade mail-1' }).click();
  await expect(page.getByRole('article', { name: 'Custom' })).toBeVisible();
  found.push(...(await findings(page, 'plan')));
  await choosePlan(page, '2 CPU / 4 GB / 75 GB SSD');
  found.push(...(await findings(page, 'review')));
  await order(page);
  found.push(...(await findings(page, 'invoice')));
  await button(page, 'It is paid: start the upgrade').click();
  await expect(page.getByText(/The provider says/)).toBeVisible();
  found.push(...(await findings(page, 'problem')));
  await button(page, 'Pay the invoice (sandbox)').click();
  await button(page, 'Start the upgrade').click();
  await expect(page.getByRole('heading', { name: 'The server is being upgraded' })).toBeVisible();
  found.push(...(await findings(page, 'progress')));
  await awaitDecision(page);
  found.push(...(await findings(page, 'decision')));
  await button(page, 'Confirm the upgrade').click();
  await expect(page.getByRole('heading', { name: 'mail-1 is upgraded' })).toBeVisible();
  found.push(...(await findings(page, 'end')));
  expect(found).toEqual([]);
});
