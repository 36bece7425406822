import type { Page } from '@playwright/test';
import { expect, journeyPassword, signIn, test } from '../support/journey.ts';
import { codeNow } from '../support/second-factor.ts';

/** Sets up two-factor authentication on screen. Returns the secret and the recovery codes. */
const enrol = async (page: Page): Promise<{ secret: string; codes: string[] }> => {
  await page.getByLabel('Your password').fill(journeyPassword);
  await page.getByRole('button', { name: 'Set up' }).click();
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  const secret = await page.getByLabel('Secret').inputValue();
  await page.getByLabel('6-digit code').fill(codeNow(secret));
  await page.getByRole('button', { name: 'Turn on' }).click();
  const list = page.getByRole('list', { name: 'Recovery codes' });
  await expect(list.getByRole('listitem')).toHaveCount(10);
  const codes = await list.getByRole('listitem').allInnerTexts();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  const text = (await (await (await download).createReadStream()).toArray()).join('');
  expect(codes.every((code) => text.includes(code))).toBe(true);
  await page.getByRole('button', { name: 'I’ve saved them' }).click();
  return { secret, codes };
};

const setUp = async (page: Page): Promise<{ secret: string; codes: string[] }> => {
  await page.goto('/dashboard/profile?tab=second-factor');
  const enrolled = await enrol(page);
  await expect(page.getByText('10 recovery codes left.')).toBeVisible();
  return enrolled;
};

/** The first step: the password. */
const givePassword = async (page: Page, email: string): Promise<void> => {
  await page.goto('/login?return_to=%2Fdashboard%2Fteam');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(journeyPassword);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Two-factor authentication' })).toBeVisible();
};

test('a user sets up two-factor authentication, needs it to sign in, and disables it', async ({ owner, newPage }) => {
  const { page, email } = await owner();
  const { secret, codes } = await setUp(page);
  const device = await newPage();
  await givePassword(device, email);
  await device.getByLabel('Code').fill('not a code');
  await device.getByRole('button', { name: 'Sign in' }).click();
  await expect(device.getByText('This code is wrong or was already used')).toBeVisible();
  await device.getByLabel('Code').fill(codeNow(secret, 1));
  await device.getByRole('button', { name: 'Sign in' }).click();
  await expect(device).toHaveURL(/\/dashboard\/team$/);

  const [first = ''] = codes;
  const other = await newPage();
  await givePassword(other, email);
  await other.getByLabel('Code').fill(first);
  await other.getByRole('button', { name: 'Sign in' }).click();
  await expect(other).toHaveURL(/\/dashboard\/team$/);

  await page.reload();
  await expect(page.getByText('9 recovery codes left.')).toBeVisible();
  await page.getByRole('button', { name: 'Turn off' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your password').fill(journeyPassword);
  await dialog.getByRole('button', { name: 'Turn off' }).click();
  await expect(page.getByRole('button', { name: 'Set up' })).toBeVisible();
  await signIn(await newPage(), email);
});

test('an organization that requires it leads its members through the setup before anything else', async ({
  owner,
  join,
}) => {
  const host = await owner();
  const member = await join(host, 'Member');
  await member.page.goto('/dashboard');
  await setUp(host.page);
  await host.page.goto('/dashboard/settings?tab=organization');
  const policies = host.page.getByRole('form', { name: 'Two-factor authentication' });
  await policies.getByRole('switch', { name: 'Require two-factor authentication for everyone' }).press('Space');
  await policies.getByRole('button', { name: 'Save changes' }).click();
  await expect(policies.getByText('Required from')).toBeVisible();
  await member.page.reload();
  await expect(member.page.getByText('Your organization requires two-factor authentication from')).toBeVisible();

  await policies.getByLabel('Grace period').fill('0');
  await policies.getByRole('button', { name: 'Save changes' }).click();
  await expect(async () => {
    await member.page.goto('/dashboard/team');
    await expect(member.page.getByRole('heading', { name: 'Set up two-factor authentication' })).toBeVisible();
  }).toPass();
  await expect(member.page).toHaveURL(/\/set-up-second-factor$/);
  await enrol(member.page);
  await expect(member.page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  await member.page.goto('/dashboard/team');
  await expect(member.page.getByRole('heading', { name: 'Team' })).toBeVisible();
});

test('an owner resets two-factor authentication for a member who has lost it', async ({ owner, join, newPage }) => {
  const host = await owner();
  const member = await join(host, 'Member', 'Lena Lost');
  await setUp(member.page);
  // Leave the console: it polls its session every few seconds, and could learn of the end while the page navigates.
  await member.page.goto('about:blank');
  await host.page.goto('/dashboard/team');
  await host.page.getByRole('link', { name: 'Lena Lost' }).click();
  await host.page.getByRole('button', { name: 'Reset two-factor authentication' }).click();
  await host.page.getByRole('dialog').getByRole('button', { name: 'Reset two-factor authentication' }).click();
  await expect(host.page.getByText('Two-factor authentication is off.')).toBeVisible();
  await member.page.goto('/dashboard');
  await expect(member.page.getByText('Your two-factor authentication was reset')).toBeVisible();
  await signIn(await newPage(), member.email);
});
