import { axeFindingsInBoth } from '../support/axe.ts';
import { awaitDecision, button, choosePlan, openSandbox, order } from '../support/hosting-journey.ts';
import { overflows } from '../support/page-load.ts';
import { expect, test } from '../support/quick-sandbox.ts';

const sizes = [390, 900, 2_560, 1_280].map((width) => ({ width, height: 800 }));

/** States missing from the list of screens: the ones before it, its dialogs, and the ones after it. */
test("axe finds nothing without a connected provider, or in a server's dialogs", async ({ owner }) => {
  const { page } = await owner();
  await page.goto('/dashboard/hosting');
  await expect(button(page, 'Open the sandbox')).toBeVisible();
  expect(await axeFindingsInBoth(page)).toEqual([]);
  await openSandbox(page);
  await page.goto('/dashboard/hosting/settings');
  await page.getByRole('radio', { name: 'Provider account' }).check();
  expect(await axeFindingsInBoth(page)).toEqual([]);
  await page.goto('/dashboard/hosting');
  await button(page, 'Actions for mail-1').click();
  await page.getByRole('menuitem', { name: 'Change billing cycle' }).click();
  await expect(page.getByRole('radio', { name: 'Yearly' })).toBeVisible();
  expect(await axeFindingsInBoth(page)).toEqual([]);
});

test('axe finds nothing in any step of the wizard, and none scrolls sideways', async ({ quickOwner }) => {
  const { page } = quickOwner;
  const found: string[] = [];
  const look = async (step: string) => {
    const overflowing = await overflows(page, sizes);
    found.push(...[...overflowing, ...(await axeFindingsInBoth(page))].map((text) => `${step}, ${text}`));
  };
  await openSandbox(page);
  await page.getByRole('link', { name: 'Upgrade mail-1' }).click();
  await expect(page.getByRole('article', { name: 'Custom' })).toBeVisible();
  await look('plan');
  await choosePlan(page, '2 CPU / 4 GB / 75 GB SSD');
  await look('review');
  await order(page);
  await look('invoice');
  await button(page, 'I’ve paid – start upgrade').click();
  await expect(page.getByText(/The provider says/)).toBeVisible();
  await look('problem');
  await button(page, 'Pay invoice (sandbox)').click();
  await button(page, 'Start upgrade').click();
  await expect(page.getByRole('heading', { name: 'Upgrading the server' })).toBeVisible();
  await look('progress');
  await awaitDecision(page);
  await look('decision');
  await button(page, 'Confirm upgrade').click();
  await page.getByRole('checkbox', { name: /I’ve checked that the server works/ }).check();
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm upgrade' }).click();
  await expect(page.getByRole('heading', { name: 'mail-1 upgraded' })).toBeVisible();
  await look('end');
  expect(found).toEqual([]);
});
