import type { Locator, Page } from '@playwright/test';
import { expect, journeyPassword } from '../support/journey.ts';
import { test } from '../support/new-installation.ts';

const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

test('a colleague is in after six clicks, on a new server without a mail server', async ({ installation }) => {
  let clicks = 0;
  const click = async (target: Locator) => {
    clicks += 1;
    await target.click();
  };
  const page = await installation.newPage();
  await page.goto('/');
  await click(page.getByRole('link', { name: 'Create account' }));
  await page.getByLabel('Full name').fill('Ann Own');
  await page.getByLabel('Organization name').fill('Acme');
  await page.getByLabel('Email', { exact: true }).fill('ann@example.org');
  await page.getByLabel('Password', { exact: true }).fill(journeyPassword);
  await click(page.getByRole('button', { name: 'Sign up' }));
  // Nothing speaks of an email that no one gets.
  await expect(page.getByText('Account created.', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  await expect(page.getByText('Verify your email address')).toHaveCount(0);

  await click(page.getByRole('link', { name: 'Invite people' }));
  const dialog = page.getByRole('dialog', { name: /^(Invite people|Invitation for bob@example\.org is ready)$/ });
  await dialog.getByRole('textbox', { name: 'Email' }).fill('bob@example.org');
  await click(dialog.getByRole('button', { name: 'Create invitation' }));
  await click(dialog.getByRole('button', { name: 'Copy link' }));
  await expect(dialog.getByRole('textbox', { name: 'Invite link' })).toHaveValue(/\/invite#token=/);
  await expect(dialog.getByRole('button', { name: 'Copy', exact: true })).toBeFocused();
  const link = await copied(page);
  expect(link).toBe(await dialog.getByRole('textbox', { name: 'Invite link' }).inputValue());

  const colleague = await installation.newPage();
  await colleague.goto(link);
  await colleague.getByLabel('Full name').fill('Bob Builder');
  await colleague.getByLabel('Password', { exact: true }).fill(journeyPassword);
  await click(colleague.getByRole('button', { name: 'Accept invitation' }));
  await expect(colleague.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  await expect(colleague.getByText('Verify your email address')).toHaveCount(0);
  expect(clicks).toBe(6);

  // The list of first steps ticks itself.
  await page.goto('/dashboard');
  const steps = page.locator('section', { has: page.getByRole('heading', { name: 'Get started' }) });
  await expect(steps.getByText('Invite people (done)')).toBeVisible();
  await expect(steps.getByText('Set your time zone (done)')).toBeVisible();
  await expect(steps.getByText('2 of 6 done')).toBeVisible();
  await expect(steps.getByRole('link', { name: 'Add a second owner' })).toBeVisible();

  // The time zone is that of the browser.
  await colleague.goto('/dashboard/profile?tab=preferences');
  await expect(colleague.getByRole('combobox', { name: 'Time zone' })).toHaveValue(/America\/New York/);
});

test('without a mail server, a member who forgot the password gets a link from an owner', async ({ installation }) => {
  const page = await installation.newPage();
  await page.goto('/signup');
  await page.getByLabel('Full name').fill('Ann Own');
  await page.getByLabel('Organization name').fill('Acme');
  await page.getByLabel('Email', { exact: true }).fill('ann@example.org');
  await page.getByLabel('Password', { exact: true }).fill(journeyPassword);
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();

  const lost = await installation.newPage();
  await lost.goto('/forgot');
  await expect(lost.getByText('This server doesn’t send email.')).toBeVisible();
  await expect(lost.getByRole('button', { name: 'Send reset link' })).toHaveCount(0);

  await page.goto('/dashboard/team');
  await page.getByRole('link', { name: 'Ann Own' }).click();
  const account = page.locator('section', { has: page.getByRole('heading', { name: 'Account access' }) });
  await expect(account.getByText('Not verified')).toBeVisible();
  await account.getByRole('button', { name: 'Get reset link' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByRole('textbox', { name: 'Reset link' })).toHaveValue(/\/reset#token=/);
  await lost.goto(await copied(page));
  await lost.getByLabel('New password', { exact: true }).fill('quite another road 8');
  await lost.getByRole('button', { name: 'Set password' }).click();
  await expect(lost).toHaveURL(/\/dashboard/);
});
