import { expect, inviteOnScreen, journeyPassword, test } from '../support/journey.ts';

test('an owner invites a colleague, who accepts from the email and appears in the team', {
  tag: ['@translated', '@network'],
}, async ({ owner, newPage, freshEmail, castellan }) => {
  const host = await owner();
  const email = freshEmail('Gary Guest');
  await inviteOnScreen(host.page, email, 'Member');
  const page = await newPage();
  await page.goto(await castellan.mailbox.link(email, /invited you/i));
  await page.getByLabel('Full name').fill('Gary Guest');
  await page.getByLabel('Password', { exact: true }).fill(journeyPassword);
  await page.getByRole('button', { name: 'Accept invitation' }).click();
  await expect(page).toHaveURL(/\/dashboard/);
  await host.page.goto('/dashboard/team');
  const row = host.page.getByRole('row', { name: /Gary Guest/ });
  await expect(row).toBeVisible();
  await expect(row.getByRole('combobox', { name: 'Role of Gary Guest' })).toHaveValue('member');
  await page.goto('/dashboard/team');
  await expect(page.getByRole('row', { name: /Gary Guest/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Invite people', exact: true })).toHaveCount(0);
});

test('a removal says what it will do, and signs the member out with the reason', {
  tag: ['@translated', '@network'],
}, async ({ owner, join }) => {
  const host = await owner();
  const guest = await join(host, 'Member', 'Rita Removed');
  await guest.page.goto('/dashboard');
  await expect(guest.page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  await host.page.goto('/dashboard/team');
  await host.page.getByRole('button', { name: 'Actions for Rita Removed' }).click();
  await host.page.getByRole('menuitem', { name: 'Remove member' }).click();
  const dialog = host.page.getByRole('dialog');
  await expect(dialog).toContainText('Rita Removed will be removed from the organization.');
  await expect(dialog).toContainText('1 active session will be revoked immediately.');
  await dialog.getByRole('button', { name: 'Remove member' }).click();
  await expect(host.page.getByText('Rita Removed removed.')).toBeVisible();
  await expect(host.page.getByRole('row', { name: /Rita Removed/ })).toBeHidden();
  await expect(guest.page.getByText('You’re no longer a member')).toBeVisible();
});

test('the last owner cannot step down, and sees why', async ({ owner }) => {
  const { page, name } = await owner('Lone Owner');
  await page.goto('/dashboard/team');
  await page.getByRole('combobox', { name: `Role of ${name}` }).selectOption('member');
  await page.getByRole('dialog').getByRole('button', { name: 'Change role' }).click();
  await expect(page.getByText('An organization needs at least one owner').first()).toBeVisible();
});

test('an invitation shows as pending, is sent again, and is revoked', { tag: ['@translated', '@network'] }, async ({
  owner,
  freshEmail,
  castellan,
  newPage,
}) => {
  const { page } = await owner();
  const email = freshEmail('Ivy Invited');
  await inviteOnScreen(page, email, 'Member');
  const first = await castellan.mailbox.link(email, /invited you/i);
  await page.getByRole('tab', { name: 'Invitations' }).click();
  const row = page.getByRole('row', { name: new RegExp(email) });
  await expect(row).toContainText('Pending');
  await row.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Revoke' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Revoke/ })
    .click();
  await page.getByRole('combobox', { name: 'Filter by status' }).selectOption('all');
  await expect(row).toContainText('Revoked');
  const guest = await newPage();
  await guest.goto(first);
  await expect(guest.getByRole('alert').filter({ hasText: 'This link doesn’t work' })).toBeVisible();
});
