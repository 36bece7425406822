import { expect, journeyPassword, signIn, test } from '../support/journey.ts';

test('a new API key is undone from the mailbox, and the mailbox gets a link to set a new password', async ({
  owner,
  newPage,
  castellan,
}) => {
  const { page: older, email } = await owner();
  const page = await newPage();
  await signIn(page, email);
  await page.goto('/dashboard/profile?tab=api-keys');
  await page.getByRole('button', { name: 'Create key' }).click();
  const form = page.getByRole('dialog', { name: 'Create API key' });
  await form.getByLabel('Name').fill('Night shift');
  await form.getByLabel('Read and update your profile').check();
  await form.getByLabel('Your password').fill(journeyPassword);
  await form.getByRole('button', { name: 'Create key' }).click();
  await expect(page.getByRole('dialog', { name: 'Your new API key' })).toBeVisible();

  const link = await castellan.mailbox.link(email, /^New API key/);
  const reader = await newPage();
  await reader.goto(link);
  await expect(reader.getByText('The API key “Night shift” was created.')).toBeVisible();
  await expect(reader.getByText(email)).toBeVisible();
  await expect(reader.getByText('Chrome on Linux')).toBeVisible();
  await expect(reader.getByText('127.0.0.1', { exact: true })).toBeVisible();
  await expect(reader.getByText('signs out the person who did it')).toBeVisible();
  await reader.getByRole('button', { name: 'Undo this change' }).press('Enter');
  const done = reader.getByRole('status').filter({ hasText: 'API key revoked' });
  await expect(done).toContainText('The person who did it has been signed out.');
  await expect(done).toContainText(`A link to set a new one is on its way to ${email}. Using it signs out all other`);
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  // A session that is older than the change stays until then.
  await older.goto('/dashboard');
  await expect(older.getByRole('heading', { name: 'Dashboard' })).toBeVisible();

  await reader.goto('about:blank');
  await reader.goto(link);
  await expect(reader.getByText('This link doesn’t work')).toBeVisible();
  await expect(reader.getByRole('button', { name: 'Undo this change' })).toHaveCount(0);
  await reader.goto(await castellan.mailbox.link(email, /reset|new password/i));
  await expect(reader.getByLabel('New password')).toBeVisible();
});
