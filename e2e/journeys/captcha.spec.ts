import { axeFindingsInBoth } from '../support/axe.ts';
import { expect, journeyPassword } from '../support/journey.ts';
import { test } from '../support/new-installation.ts';

test.use({
  serverArgs: ['--captcha', 'on'],
  // With the optimizing compilers that the other journeys do without: a challenge takes a second with them, and half a
  // minute without.
  launchOptions: async ({ launchOptions }, use) => {
    const args = launchOptions.args?.filter((arg) => !arg.startsWith('--js-flags='));
    await use({ ...launchOptions, ...(args && { args }) });
  },
});

test('a browser solves challenges by itself, without a secure context', async ({ installation }) => {
  const page = await installation.newPage();
  // As on a page of plain HTTP on another computer.
  await page.addInitScript(() => Object.defineProperty(window.crypto, 'subtle', { value: undefined }));
  await page.goto('/signup');
  await page.getByLabel('Full name').fill('Ann Own');
  await page.getByLabel('Organization name').fill('Acme');
  await page.getByLabel('Email', { exact: true }).fill('ann@example.org');
  await page.getByLabel('Password', { exact: true }).fill(journeyPassword);
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(page).toHaveURL(/\/dashboard/);

  const other = await installation.newPage();
  await other.goto('/login');
  await other.getByLabel('Email', { exact: true }).fill('ann@example.org');
  for (let failure = 0; failure < 4; failure += 1) {
    await other.getByLabel('Password', { exact: true }).fill('not my password');
    const refused = other.waitForResponse((response) => response.status() === 401);
    await other.getByRole('button', { name: 'Sign in' }).click();
    await refused;
    await expect(other.getByText('Wrong email or password')).toBeVisible();
  }
  expect(await axeFindingsInBoth(other)).toEqual([]);
  await other.getByLabel('Password', { exact: true }).fill(journeyPassword);
  const asked = other.waitForResponse((response) => response.status() === 403);
  await other.getByRole('button', { name: 'Sign in' }).click();
  await asked;
  await expect(other).toHaveURL(/\/dashboard/);
});
