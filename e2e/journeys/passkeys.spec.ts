import type { Page } from '@playwright/test';
import { expect, journeyPassword, test } from '../support/journey.ts';
import { addAuthenticator, atLocalhost } from '../support/virtual-authenticator.ts';

const signInWithPassword = async (page: Page, address: string, email: string): Promise<void> => {
  await page.goto(`${atLocalhost(address)}/login?return_to=%2Fdashboard%2Fprofile%3Ftab%3Dpasskeys`);
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(journeyPassword);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
};

const signOut = async (page: Page): Promise<void> => {
  await page.evaluate(() => sessionStorage.clear());
};

test('a user adds passkeys, signs in with one alone and as a second step, renames and removes them', async ({
  owner,
  newPage,
  castellan,
}) => {
  const { email } = await owner();
  const page = await newPage();
  await addAuthenticator(page);
  await signInWithPassword(page, castellan.address, email);

  await expect(page.getByText('No passkeys yet')).toBeVisible();
  await page.getByRole('button', { name: 'Add passkey' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Work laptop');
  await dialog.getByLabel('Your password').fill('not the password');
  await dialog.getByRole('button', { name: 'Add passkey' }).click();
  await expect(dialog.getByText('The current password is wrong')).toBeVisible();
  await dialog.getByLabel('Your password').fill(journeyPassword);
  await dialog.getByRole('button', { name: 'Add passkey' }).click();
  const codes = dialog.getByRole('list', { name: 'Recovery codes' });
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  await dialog.getByRole('button', { name: 'I’ve saved them' }).click();
  const passkeys = page.getByRole('list', { name: 'Passkeys' });
  await expect(passkeys.getByText('Work laptop')).toBeVisible();
  await expect(passkeys.getByText('localhost')).toBeVisible();

  await signOut(page);
  await page.goto(`${atLocalhost(castellan.address)}/login`);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.goto(`${atLocalhost(castellan.address)}/dashboard/sessions`);
  await expect(page.getByRole('list', { name: 'Sessions' }).getByText(/ · Passkey$/)).toBeVisible();

  await signOut(page);
  await signInWithPassword(page, castellan.address, email);
  await expect(page.getByText('Use your passkey, or enter a code.')).toBeVisible();
  await page.getByRole('button', { name: 'Use passkey' }).click();
  await expect(page).toHaveURL(/tab=passkeys/);

  // The device has one already, and says so.
  await page.getByRole('button', { name: 'Add passkey' }).click();
  await dialog.getByLabel('Name').fill('Twice');
  await dialog.getByLabel('Your password').fill(journeyPassword);
  await dialog.getByRole('button', { name: 'Add passkey' }).click();
  await expect(dialog.getByText('This device already has a passkey')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await page.getByRole('button', { name: 'Rename Work laptop' }).click();
  await dialog.getByLabel('Name').fill('Old laptop');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(passkeys.getByText('Old laptop')).toBeVisible();

  await page.getByRole('button', { name: 'Remove Old laptop' }).click();
  await dialog.getByLabel('Your password').fill(journeyPassword);
  await dialog.getByRole('button', { name: 'Remove passkey' }).click();
  await expect(page.getByText('No passkeys yet')).toBeVisible();

  await signOut(page);
  await page.goto(`${atLocalhost(castellan.address)}/login`);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByText('This passkey isn’t set up here. It may have been removed.')).toBeVisible();
});
