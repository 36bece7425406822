import { expect, journeyPassword, test } from '../support/journey.ts';

test('a user creates an API key, another tool uses it within its scopes, and the user revokes it', async ({
  owner,
  castellan,
}) => {
  const { page, email } = await owner();
  await page.goto('/dashboard/profile?tab=api-keys');
  await expect(page.getByText('No API keys yet')).toBeVisible();
  await page.getByRole('button', { name: 'Create key' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Nightly backup');
  await dialog.getByLabel('Your password').fill(journeyPassword);
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await expect(dialog.getByText('Choose at least 1')).toBeVisible();
  await dialog.getByLabel('Read and update your profile').check();
  await dialog.getByLabel('Expires').selectOption('30 days');
  await dialog.getByRole('button', { name: 'Create key' }).click();
  const key = await dialog.getByLabel('API key').inputValue();
  expect(key).toMatch(/^castellan_/);

  const call = (path: string) =>
    fetch(`${castellan.address}/api/v1${path}`, { headers: { authorization: `Bearer ${key}` } });
  const me = await call('/users/me');
  const profile = (await me.json()) as { email: string; tenant_id: string };
  expect([me.status, profile.email]).toEqual([200, email]);
  expect((await call(`/tenants/${profile.tenant_id}/users`)).status).toBe(403);
  expect((await call('/auth/sessions')).status).toBe(403);

  await dialog.getByRole('button', { name: 'I’ve saved it' }).click();
  await expect(dialog).toBeHidden();
  await page.reload();
  const row = page.getByRole('row', { name: /Nightly backup/ });
  await expect(row).toContainText(key.slice(0, 16));
  await expect(row).toContainText(/just now|minutes? ago/);
  await expect(page.getByText(key)).toHaveCount(0);
  await row.getByRole('button', { name: 'Revoke Nightly backup' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).click();
  await expect(page.getByText('No API keys yet')).toBeVisible();
  expect((await call('/users/me')).status).toBe(401);
});
