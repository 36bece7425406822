import { expect, journeyPassword, signIn, test } from '../fixtures/journey.ts';

test('name and preferences are saved, and dates follow the preferences', async ({ owner }) => {
  const { page } = await owner('Peter Profile');
  await page.goto('/dashboard/profile');
  await page.getByLabel('Full name').fill('Petra Profile');
  await page.getByRole('button', { name: 'Save details' }).click();
  await expect(page.getByText('Your details are saved.')).toBeVisible();
  await page.getByRole('tab', { name: 'Preferences' }).click();
  await page.getByRole('combobox', { name: 'Time zone' }).fill('Tokyo');
  await page.getByRole('option', { name: /Tokyo/ }).click();
  await page.getByRole('combobox', { name: 'Date format' }).selectOption('DD.MM.YYYY');
  await page.getByRole('button', { name: 'Save preferences' }).click();
  await expect(page.getByText(/preferences are saved/i)).toBeVisible();
  await page.goto('/dashboard/team');
  await expect(page.getByRole('row', { name: /Petra Profile/ })).toContainText(/\d{2}\.\d{2}\.\d{4}/);
});

test('the password is changed, and the old one no longer works', async ({ owner, newPage }) => {
  const { page, email } = await owner();
  await page.goto('/dashboard/profile');
  await page.getByRole('tab', { name: 'Password' }).click();
  await page.getByLabel('Current password').fill('wrong one');
  await page.getByLabel('New password', { exact: true }).fill('a brand new road 9');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('The current password is wrong')).toBeVisible();
  await page.getByLabel('Current password').fill(journeyPassword);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Your password is changed.')).toBeVisible();
  const device = await newPage();
  await signIn(device, email, 'a brand new road 9');
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
  await page.getByRole('tab', { name: 'E-mail' }).click();
  await page.getByLabel('New e-mail').fill(newEmail);
  await page.getByLabel('Your password').fill(journeyPassword);
  await page.getByRole('button', { name: 'Change e-mail' }).click();
  await expect(page.getByText('Look at the new mailbox')).toBeVisible();
  await page.goto(await castellan.mailbox.link(newEmail, /verify/i));
  await page.getByRole('button', { name: 'Verify e-mail address' }).click();
  await expect(page.getByText('Your e-mail address is verified.')).toBeVisible();
  await page.goto('/dashboard/team');
  await expect(page.getByRole('heading', { name: 'Team', level: 1 })).toBeVisible();
  const victim = await newPage();
  await victim.goto(await castellan.mailbox.link(email, /about to change/i));
  await victim.getByRole('button', { name: 'Keep my present address' }).click();
  await expect(victim.getByText('Your address stays')).toBeVisible();
  await expect(page.getByText('Your e-mail address was changed')).toBeVisible();
  // Somebody else may know the password: it no longer works, and the restored address gets a link to set a new one.
  await victim.goto(await castellan.mailbox.link(email, /reset/i));
  await victim.getByLabel('New password', { exact: true }).fill('a brand new road 9');
  await victim.getByRole('button', { name: 'Set password' }).click();
  await expect(victim).toHaveURL(/\/dashboard/);
});

test('a deleted account can be restored at the next sign-in', async ({ owner }) => {
  const { page, email } = await owner();
  await page.goto('/dashboard/profile');
  await page.getByRole('tab', { name: /deletion/ }).click();
  await page.getByRole('button', { name: /Delete/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Type DELETE to confirm').fill('DELETE');
  await dialog.getByLabel('Your password').fill(journeyPassword);
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  await expect(page).toHaveURL(/\/login/);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(journeyPassword);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Restore account' }).click();
  await expect(page).toHaveURL(/\/dashboard/);
});

test('users can export their own data as a file', async ({ owner }) => {
  const { page, email } = await owner();
  await page.goto('/dashboard/profile');
  await page.getByRole('tab', { name: /deletion/ }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: /Export|Download/ }).click();
  const stream = await (await download).createReadStream();
  const text = (await stream.toArray()).join('');
  expect(JSON.parse(text).user.email).toBe(email);
});
