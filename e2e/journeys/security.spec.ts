import { expect, test } from '../support/journey.ts';

test('the security page counts what needs attention, and each figure leads to its list', async ({ owner, join }) => {
  const host = await owner('Sasha Secure');
  await join(host, 'Member', 'Mia Member');
  const { page } = host;
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Security', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Security', level: 1 })).toBeVisible();
  await expect(page.getByRole('img', { name: /Lockouts: 0/ })).toBeVisible();
  await expect(page.getByText('No lockouts in the last 30 days.')).toBeVisible();
  await expect(page.getByText('No API keys expire within 14 days.')).toBeVisible();

  await page.getByRole('link', { name: /Protected accounts.*0 of 2/ }).click();
  await expect(page).toHaveURL(/tab=members&risk=no_second_factor/);
  const accounts = page.getByRole('table', { name: 'Accounts at risk' });
  await expect(accounts.getByRole('row')).toHaveCount(3);
  await page.getByRole('searchbox').fill('mia');
  await expect(accounts.getByRole('row')).toHaveCount(2);
  await page.getByRole('combobox', { name: 'Filter by risk' }).selectOption({ label: 'No sign-in for 90 days' });
  await expect(page.getByText('No accounts found')).toBeVisible();

  await page.getByRole('tab', { name: 'Overview' }).click();
  await page.getByRole('link', { name: /Lockouts/ }).click();
  await expect(page).toHaveURL(/\/dashboard\/audit\?action=lockAccount&range=month/);
  await expect(page.getByText('No entries found')).toBeVisible();
});

test('the security page counts failed sign-ins, and leads to the accounts that were tried most', async ({
  owner,
  join,
  request,
}) => {
  const host = await owner('Faye Failed');
  const member = await join(host, 'Member', 'Max Mistyped');
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const data = { email: member.email, password: 'mistyped password' };
    expect((await request.post('/api/v1/auth/login', { data })).status()).toBe(401);
  }
  const { page } = host;
  await page.goto('/dashboard/security');
  await expect(page.getByRole('img', { name: /Failed sign-ins: 2/ })).toBeVisible();
  const accounts = page.getByRole('list', { name: 'Most failed sign-ins' });
  await expect(accounts.getByRole('listitem')).toHaveText([/Max Mistyped.*2 failures/]);
  await accounts.getByRole('link', { name: 'Max Mistyped' }).click();
  await expect(page.getByRole('heading', { name: 'Max Mistyped' })).toBeVisible();
});

test('an admin ends one session of the team, then several, but not the one in use', async ({ owner, join, device }) => {
  const host = await owner('Tara Team');
  const admin = await join(host, 'Admin', 'Ari Admin');
  const member = await join(host, 'Member', 'Moe Member');
  await device(member.email);
  await device(member.email);
  const { page } = admin;
  await page.goto('/dashboard/security?tab=sessions');
  const table = page.getByRole('table', { name: 'Members’ sessions' });
  const rows = table.getByRole('row');
  await expect(rows).toHaveCount(6);
  const own = table.getByRole('row', { name: /This session/ });
  await expect(own.getByRole('checkbox')).toHaveCount(0);
  await expect(own.getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Revoke \d/ })).toHaveCount(0);

  await page.getByRole('searchbox').fill('moe');
  await expect(rows).toHaveCount(4);
  await rows.nth(1).getByRole('button', { name: 'Revoke the session of Moe Member' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke session' }).click();
  await expect(page.getByText('1 session revoked.')).toBeVisible();
  await expect(rows).toHaveCount(3);

  await page.getByRole('checkbox', { name: 'Select all sessions on this page' }).check();
  await page.getByRole('button', { name: 'Revoke 2 sessions' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Moe Member will be signed out there immediately.');
  await dialog.getByRole('button', { name: 'Revoke 2 sessions' }).click();
  await expect(page.getByText('2 sessions revoked.')).toBeVisible();
  await expect(page.getByText('No sessions found')).toBeVisible();

  // An admin can't end the sessions of an owner.
  await page.getByRole('searchbox').fill('tara');
  await expect(rows).toHaveCount(2);
  await rows.nth(1).getByRole('button', { name: 'Revoke the session of Tara Team' }).click();
  await dialog.getByRole('button', { name: 'Revoke session' }).click();
  await expect(page.getByRole('alert').filter({ hasText: '1 session wasn’t revoked' })).toBeVisible();
  await expect(rows).toHaveCount(2);
});

test('a member has no link to the security page, and is refused there', async ({ owner, join }) => {
  const host = await owner('Olaf Owner');
  const { page } = await join(host, 'Member', 'Nils Member');
  await page.goto('/dashboard');
  await expect(page.getByRole('link', { name: 'Team', exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Security', exact: true })).toHaveCount(0);
  await page.goto('/dashboard/security');
  await expect(page.getByRole('alert')).toContainText('Your role doesn’t allow this');
});
