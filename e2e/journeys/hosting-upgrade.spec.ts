import { awaitDecision, button, choosePlan, openSandbox, order, payAndStart } from '../support/hosting-journey.ts';
import { hideNotices } from '../support/journey.ts';
import { expect, test } from '../support/quick-sandbox.ts';

const small = '2 CPU / 4 GB / 75 GB SSD';

test('a new owner upgrades a server in the sandbox and confirms it', async ({ quickOwner }) => {
  const { page } = quickOwner;
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Hosting', exact: true }).click();
  await button(page, 'Open the sandbox').click();
  const server = page.getByRole('row', { name: 'mail-1' });
  await expect(server).toContainText('9.99');
  await server.getByRole('link', { name: 'Upgrade mail-1' }).click();

  const plan = page.getByRole('article', { name: small });
  await expect(plan).toContainText('18.99');
  await expect(plan).toContainText('+$9.00/month');
  await button(page, `Choose ${small}`).click();
  await expect(page.getByText('+$108.00')).toBeVisible();
  await expect(page.getByText(/Castellan offers no plans with a smaller disk/)).toBeVisible();
  await order(page);
  await expect(page.getByRole('note', { name: 'Sandbox' })).toBeVisible();
  await payAndStart(page);

  // Every screen shows the upgrade and links back to it.
  await page.goto('/dashboard/team');
  await page.getByRole('button', { name: /1 server upgrade in progress/ }).click();
  await page.getByRole('menuitem', { name: /mail-1/ }).click();
  await awaitDecision(page);
  await expect(page.getByRole('timer')).toHaveText(/^2[23]:\d\d:\d\d$/);
  await button(page, 'Confirm upgrade').click();
  const confirm = page.getByRole('dialog').getByRole('button', { name: 'Confirm upgrade' });
  await expect(confirm).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('checkbox', { name: /I’ve checked that the server works/ }).check();
  await confirm.click();
  await expect(page.getByRole('heading', { name: 'mail-1 upgraded' })).toBeVisible();
  await button(page, 'Done').click();

  await expect(server).toContainText('18.99');
  await expect(server).toContainText('2 cores');
  await expect(page.getByRole('button', { name: /in progress/ })).toBeHidden();
  await page.getByRole('tab', { name: 'History' }).click();
  await expect(page.getByRole('row', { name: /mail-1/ })).toContainText('Confirmed');
  await page.goto('/dashboard');
  await expect(page.getByRole('link', { name: /^Servers/ })).toContainText('75.68 per month');
});

test('an owner reverts an upgrade, and the server has its former size and cost again', async ({ quickOwner }) => {
  const { page } = quickOwner;
  await openSandbox(page);
  await choosePlan(page, small);
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/trpc/hosting.setUpgradeDefault*', async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole('radio', { name: 'Revert to the previous size' }).check();
  await expect(page.getByRole('radio', { name: 'Revert to the previous size' })).toBeChecked();
  // Ordering now would be refused: the decision, still in flight, changes the run.
  await expect(button(page, 'Place order')).toBeDisabled();
  release();
  await order(page);
  await payAndStart(page);
  await awaitDecision(page);
  await expect(page.getByText('Auto-reverts in')).toBeVisible();
  await button(page, 'Revert').click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('data written since the upgrade may be lost');
  await dialog.getByRole('button', { name: 'Revert' }).click();
  await expect(page.getByRole('heading', { name: 'Upgrade reverted' })).toBeVisible();
  await button(page, 'Done').click();
  const server = page.getByRole('row', { name: 'mail-1' });
  await expect(server).toContainText('1 core');
  await expect(server).toContainText('9.99');
});

test('an unpaid invoice keeps the upgrade from starting, and the order can be canceled', async ({ owner }) => {
  const { page } = await owner();
  await openSandbox(page);
  await choosePlan(page, small);
  await order(page);
  await button(page, 'I’ve paid – start upgrade').click();
  await expect(page.getByText('The provider says: The invoice of this upgrade has not been paid.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Pay the invoice' })).toBeVisible();

  const more = button(page, 'Actions for mail-1');
  const cancel = page.getByRole('menuitem', { name: /^Cancel upgrade/ });
  await more.click();
  await expect(cancel).toContainText(/The provider has an order\./);
  await cancel.press('Enter');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.keyboard.press('Escape');

  // The refusal stands above the steps, and is told only there.
  await expect(page.getByRole('button', { name: 'Dismiss message' })).toHaveCount(0);
  await button(page, 'Cancel order (sandbox)').click();
  await expect(page.getByText('The provider doesn’t show the order', { exact: true })).toBeVisible();
  await hideNotices(page);
  await more.click();
  await expect(cancel).toContainText(/report what you found/);
  await page.keyboard.press('Escape');
  await button(page, 'Report what you found').click();
  await page.getByRole('menuitem', { name: 'I checked: there is no order' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('The audit log records that you reported this.');
  await dialog.getByRole('button', { name: 'I checked: there is no order' }).click();
  await expect(page.getByText('Reported: no order')).toBeVisible();
  await hideNotices(page);
  await more.click();
  await cancel.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel upgrade' }).click();
  await expect(page.getByText('Upgrade canceled.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Upgrade mail-1' })).toBeVisible();
});

test('sliders price a custom plan as they move, and a smaller disk cannot be chosen', async ({ owner }) => {
  const { page } = await owner();
  await openSandbox(page);
  await page.getByRole('link', { name: 'Upgrade mail-2' }).click();
  const shrinking = button(page, `Choose ${small}`);
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(shrinking).toHaveCount(0);
  await page.getByRole('button', { name: /plans? with a smaller disk/ }).click();
  await expect(shrinking).toHaveAccessibleDescription(/Castellan doesn’t order smaller disks/);
  await shrinking.press('Enter');
  await expect(page.getByRole('heading', { name: 'Choose a plan' })).toBeVisible();

  await page.goto('/dashboard/hosting');
  await page.getByRole('link', { name: 'Upgrade mail-1' }).click();
  const custom = page.getByRole('article', { name: 'Custom' });
  await expect(custom.getByRole('status')).toContainText('12.00');
  const traffic = custom.getByRole('slider', { name: 'Traffic per month' });
  await expect(traffic).toHaveAttribute('aria-valuetext', '2 TB');
  await traffic.focus();
  await page.keyboard.press('ArrowRight');
  await expect(traffic).toHaveAttribute('aria-valuetext', '3 TB');
  await expect(custom.getByRole('status')).toContainText('13.00');
  await custom.getByRole('button', { name: 'Choose Custom' }).click();
  await expect(page.getByText(/Only traffic changes\. There may be nothing to confirm/)).toBeVisible();
  await order(page);
  await button(page, 'Pay invoice (sandbox)').click();
  await button(page, 'Start upgrade').click();
  await expect(page.getByRole('heading', { name: 'mail-1 upgraded' })).toBeVisible();
});
