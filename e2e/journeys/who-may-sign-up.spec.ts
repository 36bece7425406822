import type { Page } from '@playwright/test';
import { axeFindingsInBoth } from '../support/axe.ts';
import { expect, journeyPassword } from '../support/journey.ts';
import { test } from '../support/new-installation.ts';

const fillIn = async (page: Page, email: string): Promise<void> => {
  await page.getByLabel('Full name').fill('Ann Own');
  await page.getByLabel('Organization name').fill('Acme');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(journeyPassword);
};

test.describe('with a public URL', () => {
  test.use({ serverArgs: ['--public-url', 'https://console.example'] });

  test('the first owner signs up with the setup token; then sign-up is by invitation', async ({ installation }) => {
    const page = await installation.newPage();
    await page.goto('/');
    await page.goto('/welcome');
    await expect(page.getByRole('button', { name: 'Try it with sample data' })).toHaveCount(0);
    await page.getByRole('link', { name: 'Create account' }).click();
    await expect(page.getByLabel('Setup token')).toBeFocused();
    await fillIn(page, 'ann@example.org');
    await page.getByRole('button', { name: 'Sign up' }).click();
    await expect(page.getByText('requires the setup token that Castellan printed')).toBeVisible();
    await page.getByLabel('Setup token').fill('a guess');
    await page.getByRole('button', { name: 'Sign up' }).click();
    await expect(page.getByText('The setup token is wrong.')).toBeVisible();
    expect(await axeFindingsInBoth(page)).toEqual([]);
    const [, link = ''] = /^castellan create it at https:\/\/console\.example(\S+)$/m.exec(installation.stdout()) ?? [];
    await page.goto('/');
    await page.goto(link);
    await expect(page.getByText('Filled in from the link that Castellan printed.')).toBeVisible();
    await expect(page.getByLabel('Full name')).toBeFocused();
    await fillIn(page, 'ann@example.org');
    await page.getByRole('button', { name: 'Sign up' }).click();
    await expect(page).toHaveURL(/\/dashboard/);

    const stranger = await installation.newPage();
    await stranger.goto('/login');
    await expect(stranger.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await expect(stranger.getByRole('link', { name: 'Sign up' })).toHaveCount(0);
    await stranger.goto('/signup');
    await expect(stranger.getByRole('heading', { name: 'Sign-up is by invitation' })).toBeVisible();
    await expect(stranger.getByText('Ask an admin of your organization to invite you.')).toBeVisible();
    await expect(stranger.getByLabel('Full name')).toHaveCount(0);
    expect(await axeFindingsInBoth(stranger)).toEqual([]);
    await stranger.getByRole('link', { name: 'Sign in' }).click();
    await expect(stranger.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  });
});

test.describe('with sign-ups closed', () => {
  test.use({ serverArgs: ['--sign-ups', 'closed'] });

  test('no one is offered an account, and the sign-up page says whom to ask', async ({ installation }) => {
    const page = await installation.newPage();
    for (const place of ['/', '/welcome', '/login']) {
      await page.goto(place);
      await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
      await expect(page.getByRole('link', { name: 'Sign up' })).toHaveCount(0);
    }
    await page.goto('/signup');
    await expect(page.getByRole('heading', { name: 'Sign-up is closed' })).toBeVisible();
    await expect(page.getByText('Contact the person who runs it.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Sign up' })).toHaveCount(0);
  });
});
