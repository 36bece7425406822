import type { Page } from '@playwright/test';
import { axeFindingsInBoth } from '../fixtures/axe.ts';
import { expect, journeyPassword, signIn } from '../fixtures/journey.ts';
import { test } from '../fixtures/new-installation.ts';

const welcome = (page: Page) => page.getByRole('heading', { name: 'Welcome to Castellan' });

/** Creates the sample data and opens it. Returns the credentials that were shown. */
const lookAround = async (page: Page) => {
  await page.getByRole('button', { name: 'Try it with sample data' }).click();
  await expect(page.getByRole('heading', { name: 'Your sample data is ready' })).toBeVisible();
  const email = await page.getByLabel('Email').inputValue();
  const password = await page.getByLabel('Password').inputValue();
  await page.getByRole('button', { name: 'Look around', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  return { email, password };
};

test('a visitor creates sample data, views it as several people, and removes it', async ({ installation }) => {
  const page = await installation.newPage();
  await page.goto('/');
  await expect(page).toHaveURL(/\/welcome$/);
  await expect(welcome(page)).toBeVisible();
  const { email, password } = await lookAround(page);
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

  const other = await installation.newPage();
  await signIn(other, 'aisha.farouk@example.com', password);
  await expect(other.getByRole('link', { name: 'Audit log' })).toHaveCount(0);
  const refused = other.getByRole('button', { name: 'Remove sample data' });
  await expect(refused).toHaveAttribute('aria-disabled', 'true');

  await banner.getByRole('button', { name: 'Remove sample data' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove sample data?' });
  await expect(dialog.getByRole('listitem')).toHaveCount(3);
  await dialog.getByRole('button', { name: 'Remove sample data' }).click();
  await expect(page).toHaveURL(/\/welcome$/);
  await expect(page.getByRole('button', { name: 'Try it with sample data' })).toBeVisible();
  const gone = await fetch(`${installation.address}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  expect(gone.status).toBe(401);
});

test('a sample with a lost password is created again, and the first real account ends the welcome page', async ({
  installation,
}) => {
  const page = await installation.newPage();
  await page.goto('/login');
  await expect(page).toHaveURL(/\/welcome$/);
  const first = await lookAround(page);

  const later = await installation.newPage();
  await later.goto('/');
  await expect(later.getByText('Only sample data here so far.')).toBeVisible();
  await later.getByRole('link', { name: 'Sign in' }).click();
  await expect(later.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await later.goto('/welcome');
  const second = await lookAround(later);
  expect(second.password).not.toBe(first.password);
  await page.goto('/dashboard/team');
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();

  await page.goto('/welcome');
  await page.getByRole('link', { name: 'Create account' }).click();
  await page.getByLabel('Email').fill('ann@example.org');
  await page.getByLabel('Full name').fill('Ann Own');
  await page.getByLabel('Team name').fill('Acme');
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
