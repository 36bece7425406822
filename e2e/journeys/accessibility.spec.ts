import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, inviteOnScreen, journeyPassword, test } from '../fixtures/journey.ts';
import { codeNow } from '../fixtures/second-factor.ts';

const publicPages = [
  '/login',
  '/signup',
  '/forgot',
  '/verify',
  '/reset#token=x',
  '/invite',
  '/restore',
  '/second-factor#token=x',
  '/cancel-email-change',
];
const consolePages = [
  '/dashboard',
  '/dashboard/team',
  '/dashboard/team?tab=invitations',
  '/dashboard/workspaces',
  '/dashboard/workspaces/new',
  '/dashboard/workspaces/acme/settings',
  '/dashboard/sessions',
  '/dashboard/profile',
  '/dashboard/profile?tab=preferences',
  '/dashboard/profile?tab=password',
  '/dashboard/profile?tab=email',
  '/dashboard/profile?tab=second-factor',
  '/dashboard/profile?tab=api-keys',
  '/dashboard/profile?tab=data',
  '/dashboard/mail',
  '/dashboard/mail?tab=server',
  '/dashboard/audit',
  '/dashboard/settings',
];

/** What axe finds on a page once it has loaded. */
const findings = async (page: Page, path: string): Promise<string[]> => {
  await page.goto(path);
  await expect(page.getByRole('heading').first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.map(
    ({ id, nodes }) => `${path}: ${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  );
};

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing on the sign-in pages in the ${colorScheme} scheme`, async ({ newPage }) => {
    const page = await newPage();
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const found: string[] = [];
    for (const path of publicPages) found.push(...(await findings(page, path)));
    expect(found).toEqual([]);
  });

  test(`axe finds nothing in the console in the ${colorScheme} scheme`, async ({ owner, freshEmail }) => {
    test.setTimeout(120_000);
    const { page } = await owner();
    await inviteOnScreen(page, freshEmail('Axel Axe'), 'Member');
    await page.goto('/dashboard/workspaces/new');
    await page.getByLabel('Name').fill('Acme');
    await page.getByRole('button', { name: 'Create workspace' }).click();
    await expect(page.getByRole('heading', { name: 'Acme' })).toBeVisible();
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const found: string[] = [];
    for (const path of consolePages) found.push(...(await findings(page, path)));
    expect(found).toEqual([]);
  });
}

test('axe finds nothing where secrets are shown once: QR code, recovery codes, a new API key', async ({ owner }) => {
  const { page } = await owner();
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  const found = async () => (await new AxeBuilder({ page }).analyze()).violations.map(({ id }) => id);
  await page.goto('/dashboard/profile?tab=second-factor');
  await page.getByLabel('Your password').fill(journeyPassword);
  await page.getByRole('button', { name: 'Set up' }).click();
  const secret = await page.getByLabel('Secret').inputValue();
  expect(await found()).toEqual([]);
  await page.getByLabel('Code that your authenticator shows').fill(codeNow(secret));
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('list', { name: 'Recovery codes' })).toBeVisible();
  expect(await found()).toEqual([]);
  await page.goto('/dashboard/profile?tab=api-keys');
  await page.getByRole('button', { name: 'Create key' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Axe');
  await dialog.getByLabel('Read the team').check();
  await dialog.getByLabel('Your password').fill(journeyPassword);
  expect(await found()).toEqual([]);
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await expect(dialog.getByLabel('API key')).toBeVisible();
  expect(await found()).toEqual([]);
  await dialog.getByRole('button', { name: 'I have saved it' }).click();
  await expect(page.getByRole('row', { name: /Axe/ })).toBeVisible();
  expect(await found()).toEqual([]);
});

test('the console is used by keyboard: skip link, focus in the dialog and back', async ({ owner }) => {
  const { page } = await owner();
  await page.goto('/dashboard/team');
  await expect(page.getByRole('heading', { name: 'Team' })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the page' })).toBeFocused();
  const invite = page.getByRole('button', { name: 'Invite', exact: true });
  await invite.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'E-mail' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(invite).toBeFocused();
});
