import type { Page } from '@playwright/test';
import { lifetimesMs, second } from '#shared/rules/limits.ts';
import { type FrozenTime, test } from '../support/frozen-time.ts';
import { expect, journeyPassword } from '../support/journey.ts';
import { quiet } from '../support/page-load.ts';
import { codeAt } from '../support/second-factor.ts';

const question = (page: Page) => page.getByRole('dialog', { name: 'Confirm it’s you' });

/** Turns on two-factor authentication. Returns what the authenticator app shows now. */
const enrol = async ({ page, server }: FrozenTime): Promise<() => string> => {
  await page.goto('/dashboard/profile?tab=second-factor');
  await page.getByLabel('Your password').fill(journeyPassword);
  await page.getByRole('button', { name: 'Set up' }).click();
  const secret = await page.getByLabel('Secret').inputValue();
  await page.getByLabel('6-digit code').fill(codeAt(secret, server.clock.now()));
  await page.getByRole('button', { name: 'Turn on' }).click();
  await page.getByRole('button', { name: 'I’ve saved them' }).click();
  await expect(page.getByText('10 recovery codes left.')).toBeVisible();
  return () => codeAt(secret, server.clock.now());
};

/** Lets the last confirmation lapse, and the last code with it. */
const lapse = ({ advance }: FrozenTime) => advance(lifetimesMs.confirmation + second);

const policies = (page: Page) => page.getByRole('form', { name: 'Sensitive changes' });

const openPolicies = async (page: Page): Promise<void> => {
  await page.goto('/dashboard/settings?tab=organization');
  await policies(page).getByRole('switch').press('Space');
  await policies(page).getByRole('button', { name: 'Save changes' }).click();
};

test('a sensitive change asks for a code, keeps the form if the user cancels, and goes on where it was', async ({
  frozen,
}) => {
  const { page } = frozen;
  const code = await enrol(frozen);
  await page.goto('/dashboard/profile?tab=api-keys');
  await page.getByRole('button', { name: 'Create key' }).click();
  const form = page.getByRole('dialog', { name: 'Create API key' });
  await form.getByLabel('Name').fill('Script');
  await form.getByLabel('Read and update your profile').check();
  await form.getByLabel('Your password').fill(journeyPassword);
  await lapse(frozen);
  await form.getByRole('button', { name: 'Create key' }).click();

  await expect(question(page).getByLabel('Code')).toBeFocused();
  await expect(question(page).getByLabel('Code')).toHaveAttribute('autocomplete', 'one-time-code');
  await page.keyboard.press('Escape');
  await expect(question(page)).toBeHidden();
  await expect(form.getByLabel('Name')).toHaveValue('Script');
  await expect(form.getByRole('button', { name: 'Create key' })).toBeFocused();
  await expect(page.getByRole('alert')).toHaveCount(0);

  await page.keyboard.press('Enter');
  await expect(question(page).getByLabel('Code')).toBeFocused();
  // The field takes the focus as it appears, and the dialog gives it to the field once more, right after.
  await quiet(page);
  // The focus can't leave the top dialog.
  await page.keyboard.press('Shift+Tab');
  await expect(question(page).getByRole('button', { name: 'Close' })).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(question(page).getByRole('button', { name: 'Confirm' })).toBeFocused();
  await question(page).getByLabel('Code').fill('not a code');
  await page.keyboard.press('Enter');
  await expect(question(page).getByText('This code is wrong or was already used')).toBeVisible();
  await question(page).getByLabel('Code').fill(code());
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Your new API key' })).toBeVisible();
  await page.getByRole('button', { name: 'I’ve saved it' }).click();
  await expect(page.getByText('Script')).toBeVisible();

  // For ten minutes, nothing asks again.
  await openPolicies(page);
  await expect(page.getByText('Policies saved')).toBeVisible();
  await expect(question(page)).toHaveCount(0);
});

test('changes to how someone signs in ask for the password, and for a code only after a while', async ({ frozen }) => {
  const { page } = frozen;
  const code = await enrol(frozen);
  const renew = async () => {
    await page.getByRole('button', { name: 'New recovery codes' }).click();
    await page.getByRole('dialog').getByLabel('Your password').fill(journeyPassword);
    await page.getByRole('dialog').getByRole('button', { name: 'Create codes' }).click();
  };
  await renew();
  await page.getByRole('button', { name: 'I’ve saved them' }).click();
  await lapse(frozen);
  await renew();
  await question(page).getByLabel('Code').fill(code());
  await question(page).getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10);
});

test('where an organization asks everyone, the password confirms', async ({ frozen }) => {
  const { page } = frozen;
  await openPolicies(page);
  await expect(page.getByText('Policies saved')).toBeVisible();
  await lapse(frozen);
  await openPolicies(page);
  await question(page).getByLabel('Your password').fill('not the password');
  await page.keyboard.press('Enter');
  await expect(question(page).getByText('The current password is wrong')).toBeVisible();
  await question(page).getByLabel('Your password').fill(journeyPassword);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Policies saved')).toBeVisible();
  await expect(policies(page).getByRole('switch')).not.toBeChecked();
});
