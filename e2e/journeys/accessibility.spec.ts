import { axeFindings } from '../support/axe.ts';
import { calling } from '../support/batched-calls.ts';
import { expect, journeyPassword, test } from '../support/journey.ts';
import { codeNow } from '../support/second-factor.ts';

test('axe finds nothing where secrets are shown once: QR code, recovery codes, new API key', async ({ owner }) => {
  const { page } = await owner();
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/dashboard/profile?tab=second-factor');
  await page.getByLabel('Your password').fill(journeyPassword);
  await page.getByRole('button', { name: 'Set up' }).click();
  const secret = await page.getByLabel('Secret').inputValue();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByLabel('6-digit code').fill(codeNow(secret));
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByRole('list', { name: 'Recovery codes' })).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await page.goto('/dashboard/profile?tab=api-keys');
  await page.getByRole('button', { name: 'Create key' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Axe');
  await dialog.getByLabel('Read members').check();
  await dialog.getByLabel('Your password').fill(journeyPassword);
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await expect(dialog.getByLabel('API key')).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'I’ve saved it' }).click();
  await expect(page.getByRole('row', { name: /Axe/ })).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
});

test('the console works by keyboard: skip link, focus in a dialog and back', async ({ owner }) => {
  const { page } = await owner();
  const policies = Promise.withResolvers<void>();
  await page.route(calling('organization.getPolicies'), async (route) => {
    await policies.promise;
    await route.continue();
  });
  await page.goto('/dashboard/team');
  await expect(page.getByRole('heading', { name: 'Team' })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  const invite = page.getByRole('button', { name: 'Invite people', exact: true });
  await invite.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  policies.resolve();
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(invite).toBeFocused();
});

test('on a phone, Escape closes the navigation, and nothing that it covers can be reached', async ({ owner }) => {
  const { page } = await owner();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/dashboard/team');
  const invite = page.getByRole('button', { name: 'Invite people', exact: true });
  await expect(invite).toBeVisible();
  await page.getByRole('button', { name: 'Open navigation' }).click();
  await invite.focus();
  await expect(invite).not.toBeFocused();
  await page.getByRole('link', { name: 'Workspaces' }).focus();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Open navigation' })).toBeFocused();
  await invite.focus();
  await expect(invite).toBeFocused();
  await page.getByRole('button', { name: 'Open navigation' }).click();
  await page.setViewportSize({ width: 1_280, height: 800 });
  await expect(page.locator('#main')).not.toHaveAttribute('inert');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('link', { name: 'Workspaces' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Workspaces' })).toBeVisible();
});

test('an address that leads nowhere says so inside the console, and axe finds nothing', async ({ owner }) => {
  const { page } = await owner();
  await page.goto('/dashboard/nowhere');
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('link', { name: 'Team', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Team' })).toBeVisible();
});
