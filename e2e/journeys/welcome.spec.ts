import type { Page } from '@playwright/test';
import { axeFindingsInBoth } from '../support/axe.ts';
import { expect, journeyPassword } from '../support/journey.ts';
import { test } from '../support/new-installation.ts';

const welcome = (page: Page) => page.getByRole('heading', { name: 'Welcome to Castellan' });

/** Creates the sample data, which opens it. */
const lookAround = async (page: Page) => {
  await page.getByRole('button', { name: 'Try it with sample data' }).click();
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
};

/** Continues as the first member with another role. */
const viewAs = async (page: Page, role: 'member' | 'admin' | 'owner') => {
  await page
    .getByRole('note', { name: 'Sample data' })
    .getByRole('button', { name: /^Viewing as/ })
    .click();
  await page.getByRole('menuitem', { name: role }).click();
  await expect(page.getByRole('button', { name: `Viewing as ${role}` })).toBeVisible();
};

test('a visitor creates sample data, views it as several people, and removes it', async ({ installation }) => {
  const page = await installation.newPage();
  await page.goto('/');
  await expect(page).toHaveURL(/\/welcome$/);
  await expect(welcome(page)).toBeVisible();
  await lookAround(page);
  const banner = page.getByRole('note', { name: 'Sample data' });
  await expect(banner).toBeVisible();

  const places = page.getByRole('navigation', { name: 'Main' });
  await places.getByRole('link', { name: 'Team' }).click();
  await expect(page.getByText(/of 57 members/)).toBeVisible();
  await places.getByRole('link', { name: 'Audit log' }).click();
  await page.getByRole('button', { name: 'Verify log' }).click();
  await expect(page.getByText('Log verified', { exact: true })).toBeVisible();
  await places.getByRole('link', { name: 'Email' }).click();
  await page.getByRole('tab', { name: 'Mail server' }).click();
  await expect(page.getByText('Sample data sends no email')).toBeVisible();

  await places.getByRole('link', { name: 'Hosting' }).click();
  await page.getByRole('tab', { name: 'Costs' }).click();
  await expect(page.getByRole('table').first().getByRole('row')).not.toHaveCount(2);

  await viewAs(page, 'member');
  await expect(page.getByRole('link', { name: 'Audit log' })).toHaveCount(0);
  const refused = page.getByRole('button', { name: 'Remove sample data' });
  await expect(refused).toHaveAttribute('aria-disabled', 'true');
  await viewAs(page, 'owner');

  await banner.getByRole('button', { name: 'Remove sample data' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove sample data?' });
  await expect(dialog.getByRole('listitem')).toHaveCount(3);
  await dialog.getByRole('button', { name: 'Remove sample data' }).click();
  await expect(page).toHaveURL(/\/welcome$/);
  await expect(page.getByRole('button', { name: 'Try it with sample data' })).toBeVisible();
});

test('no one has to keep a password: the sample is entered again, and fills it in where it is asked for', async ({
  installation,
}) => {
  const page = await installation.newPage();
  await page.goto('/welcome');
  await lookAround(page);
  await page.goto('/dashboard/profile?tab=data');
  await page.getByRole('button', { name: 'Delete account' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Your password')).not.toHaveValue('');
  await dialog.getByLabel(/DELETE/).fill('DELETE');
  await dialog.getByRole('button', { name: /Delete/ }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();

  await page.getByRole('link', { name: 'Open the sample data' }).click();
  await page.getByRole('button', { name: 'Open sample data' }).click();
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  await expect(page.getByText('Henrik Solberg').first()).toBeVisible();
});

test('a sample is created again, and the first real account ends the welcome page', async ({ installation }) => {
  const page = await installation.newPage();
  await page.goto('/login');
  await expect(page).toHaveURL(/\/welcome$/);
  await lookAround(page);

  const later = await installation.newPage();
  await later.goto('/');
  await expect(later.getByText('Only sample data here so far.')).toBeVisible();
  await later.getByRole('button', { name: 'Start over' }).click();
  await expect(later.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  await page.goto('/dashboard/team');
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();

  await page.goto('/welcome');
  await page.getByRole('link', { name: 'Create account' }).click();
  await page.getByLabel('Email', { exact: true }).fill('ann@example.org');
  await page.getByLabel('Full name').fill('Ann Own');
  await page.getByLabel('Organization name').fill('Acme');
  await page.getByLabel('Password', { exact: true }).fill(journeyPassword);
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(page).toHaveURL(/\/dashboard/);
  await expect(page.getByRole('button', { name: 'Remove sample data' })).toHaveCount(0);

  const guest = await installation.newPage();
  await guest.goto('/welcome');
  await expect(guest).toHaveURL(/\/login$/);
});

test('axe finds nothing in the confirmation for removing the sample, in either scheme', async ({ installation }) => {
  const page = await installation.newPage();
  await page.goto('/welcome');
  await lookAround(page);
  await page.getByRole('button', { name: 'Remove sample data' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await axeFindingsInBoth(page)).toEqual([]);
});
