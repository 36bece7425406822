import { expect, journeyPassword, test } from '../support/journey.ts';

test('name and preferences are saved, and dates follow the preferences', async ({ owner }) => {
  const { page } = await owner('Peter Profile');
  await page.goto('/dashboard/profile');
  await page.getByLabel('Full name').fill('Petra Profile');
  await page.getByRole('button', { name: 'Save details' }).click();
  await expect(page.getByText('Details saved.')).toBeVisible();
  await page.getByRole('tab', { name: 'Preferences' }).click();
  // The others of the contract's switches change nothing here.
  await expect(page.getByRole('switch')).toHaveCount(3);
  await expect(page.getByRole('switch', { name: 'Show get-started steps on the dashboard' })).toBeChecked();
  await page.getByRole('combobox', { name: 'Time zone' }).fill('Tokyo');
  await page.getByRole('option', { name: /Tokyo/ }).click();
  await page.getByRole('combobox', { name: 'Date format' }).selectOption('DD.MM.YYYY');
  await page.getByRole('button', { name: 'Save preferences' }).click();
  await expect(page.getByText('Preferences saved.')).toBeVisible();
  await page.goto('/dashboard/team');
  const lastSignIn = page.getByRole('row', { name: /Petra Profile/ }).getByRole('time');
  await expect(lastSignIn).toHaveAttribute('title', /^\d{2}\.\d{2}\.\d{4} \d{2}:\d{2} \(/);
});

test('an email change applies once verified, and can be canceled from the old mailbox', async ({
  owner,
  freshEmail,
  castellan,
  newPage,
}) => {
  const { page, email } = await owner();
  const newEmail = freshEmail('New Address');
  await page.goto('/dashboard/profile');
  await page.getByRole('tab', { name: 'Email' }).click();
  await page.getByLabel('New email').fill(newEmail);
  await page.getByLabel('Your password').fill(journeyPassword);
  await page.getByRole('button', { name: 'Change email' }).click();
  await expect(page.getByText('Check your new inbox')).toBeVisible();
  await page.goto(await castellan.mailbox.link(newEmail, /verify/i));
  await page.getByRole('button', { name: 'Verify email address' }).click();
  await expect(page.getByText('Email address verified.')).toBeVisible();
  await page.goto('/dashboard/team');
  await expect(page.getByRole('heading', { name: 'Team', level: 1 })).toBeVisible();
  const victim = await newPage();
  await victim.goto(await castellan.mailbox.link(email, /about to change/i));
  await victim.getByRole('button', { name: 'Keep current address' }).click();
  await expect(victim.getByText('Your email address stays the same')).toBeVisible();
  await expect(page.getByText('Your email change was canceled')).toBeVisible();
  // Someone else may know the password: it no longer works, and the restored address gets a link to set a new one.
  await victim.goto(await castellan.mailbox.link(email, /reset/i));
  await victim.getByLabel('New password', { exact: true }).fill('a brand new road 9');
  await victim.getByRole('button', { name: 'Set password' }).click();
  await expect(victim).toHaveURL(/\/dashboard/);
});

test('users can export their own data as a file', async ({ owner }) => {
  const { page, email } = await owner();
  await page.goto('/dashboard/profile');
  await page.getByRole('tab', { name: 'Data' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: /Export|Download/ }).click();
  const stream = await (await download).createReadStream();
  const text = (await stream.toArray()).join('');
  expect(JSON.parse(text).user.email).toBe(email);
});
