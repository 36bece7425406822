import { expect, test } from '../support/journey.ts';

test('a session is ended from another device, and its console says why at once', async ({ owner, device }) => {
  const { page, email } = await owner();
  const laptop = await device(email);
  await laptop.goto('/dashboard/sessions');
  await page.goto('/dashboard/sessions');
  const list = page.getByRole('list', { name: 'Sessions' });
  await expect(list.getByRole('listitem')).toHaveCount(2);
  const other = list.getByRole('listitem').filter({ hasNotText: 'This session' });
  await other.getByRole('button', { name: /^Sign out: / }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByText('Signed out of that session.')).toBeVisible();
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await expect(laptop.getByText('Your session was revoked')).toBeVisible();
});

test('an idle screen learns within seconds that its session was ended from another device', async ({
  owner,
  device,
}) => {
  const { page, email } = await owner();
  const laptop = await device(email);
  await laptop.goto('/dashboard/workspaces/new');
  await laptop.getByLabel('Name').fill('Half written');
  await page.goto('/dashboard/sessions');
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere else' }).click();
  await expect(page.getByText('Signed out of one other session.')).toBeVisible();
  await expect(laptop.getByText('Your session was revoked')).toBeVisible();
  await expect(laptop).toHaveURL(/reason=revoked.*return_to=%2Fdashboard%2Fworkspaces%2Fnew/);
});

test('signing out opens the sign-in page, and going back does not show the console', async ({ owner }) => {
  const { page, name } = await owner();
  await page.goto('/dashboard/team');
  await page.getByRole('button', { name: `Account menu of ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/login/);
  await page.goto('/dashboard/team');
  await expect(page).toHaveURL(/\/login/);
});
