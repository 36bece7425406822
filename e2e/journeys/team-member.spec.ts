import { contract } from '#shared/contract/index.ts';
import { expect, journeyPassword, test } from '../support/journey.ts';
import { callHttp } from '../support/transports.ts';

test('an owner adds a member to a workspace, changes the role there, removes them, and sees it in the history', async ({
  owner,
  join,
}) => {
  const host = await owner('Wanda Owner');
  await join(host, 'Member', 'Will Worker');
  const { page } = host;
  await page.goto('/dashboard/workspaces/new');
  await page.getByLabel('Name').fill('Harbour');
  await page.getByRole('button', { name: 'Create workspace' }).click();
  await expect(page.getByRole('heading', { name: 'Harbour' })).toBeVisible();
  await page.goto('/dashboard/team');
  await page.getByRole('link', { name: 'Will Worker' }).click();
  await expect(page.getByText('Not in any workspace')).toBeVisible();

  const form = page.getByRole('form', { name: 'Add to workspace' });
  await form.getByRole('combobox', { name: 'Workspace' }).fill('harb');
  await page.getByRole('option', { name: 'Harbour' }).click();
  await form.getByRole('combobox', { name: 'Role' }).selectOption({ label: 'Viewer' });
  await form.getByRole('button', { name: 'Add' }).click();
  await expect(page.getByText('Will Worker’s role in Harbour changed to Viewer.')).toBeVisible();
  const role = page.getByRole('combobox', { name: 'Role in Harbour' });
  await expect(role).toHaveValue('Viewer');
  await role.selectOption({ label: 'Admin' });
  await expect(page.getByText('Will Worker’s role in Harbour changed to Admin.')).toBeVisible();

  const history = page.getByRole('table', { name: 'Activity of Will Worker' });
  await expect(history.getByRole('row').nth(1)).toContainText('Set a workspace role');
  await expect(history.getByRole('row').nth(1)).toContainText('Harbour · Admin');
  await expect(history.getByRole('row').nth(1)).toContainText('Wanda Owner');
  await expect(history).toContainText('Joined the organization');

  await page.getByRole('button', { name: 'Remove from Harbour' }).click();
  await expect(page.getByText('Will Worker removed from Harbour.')).toBeVisible();
  await expect(page.getByText('Not in any workspace')).toBeVisible();
  await page.getByRole('link', { name: 'View activity' }).click();
  await expect(page).toHaveURL(/\/dashboard\/audit\?actor=user_/);
  await expect(page.getByRole('table', { name: 'Audit log' })).toContainText('Will Worker');
});

test('a member sees a colleague without sessions, history or controls', async ({ owner, join }) => {
  const host = await owner('Olga Owner');
  const member = await join(host, 'Member', 'Mona Member');
  const { page } = member;
  await page.goto('/dashboard/team');
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  await page.getByRole('link', { name: 'Olga Owner' }).click();
  await expect(page.getByText('Only admins and owners can view the audit log')).toBeVisible();
  await expect(page.getByText('Only admins and owners can see other people’s sessions')).toBeVisible();
  await expect(page.getByText('No shared workspaces')).toBeVisible();
  await expect(page.getByRole('combobox')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Actions for Olga Owner' })).toHaveCount(0);
});

test('an owner sends a reset link, signs a member out everywhere, and disables and enables them', async ({
  castellan,
  owner,
  join,
  device,
  newPage,
}) => {
  const host = await owner('Dora Director');
  const member = await join(host, 'Member', 'Milo Member');
  const second = await device(member.email);
  for (const page of [member.page, second]) {
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  }
  const { page } = host;
  await page.goto('/dashboard/team');
  await page.getByRole('link', { name: 'Milo Member' }).click();
  await expect(page.getByText('Verified', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Mark as verified' })).toHaveCount(0);

  await page.getByRole('button', { name: 'Send reset link' }).click();
  await expect(page.getByText(`Reset link to ${member.email} queued.`)).toBeVisible();
  const link = await castellan.mailbox.link(member.email, /^Reset your password/);
  const guest = await newPage();
  await guest.goto(link);
  await expect(guest.getByLabel('New password', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('2 active sessions will be revoked.');
  await dialog.getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(page.getByText('2 sessions revoked.')).toBeVisible();
  await expect(page.getByText('No active sessions.')).toBeVisible();
  await expect(member.page).toHaveURL(/\/login\?reason=revoked/);
  await expect(second).toHaveURL(/\/login\?reason=revoked/);

  await page.getByRole('button', { name: 'Actions for Milo Member' }).click();
  await page.getByRole('menuitem', { name: 'Disable member' }).click();
  await expect(dialog).toContainText('They’ll be signed out everywhere and can’t sign in.');
  await dialog.getByRole('button', { name: 'Disable member' }).click();
  await expect(page.getByText('Milo Member disabled.')).toBeVisible();
  await expect(page.getByText('Disabled', { exact: true })).toBeVisible();
  await member.page.getByLabel('Email', { exact: true }).fill(member.email);
  await member.page.getByLabel('Password', { exact: true }).fill(journeyPassword);
  await member.page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(member.page.getByRole('alert').filter({ hasText: /disabled/ })).toBeVisible();

  await page.getByRole('button', { name: 'Enable member' }).click();
  await expect(page.getByText('Milo Member enabled.')).toBeVisible();
  await member.page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(member.page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();

  const history = page.getByRole('table', { name: 'Activity of Milo Member' });
  await expect(history).toContainText('Signed a member out everywhere');
  await expect(history).toContainText('Enabled a member');
  await expect(history.getByRole('row', { name: /Disabled a member/ })).toContainText(/127\.0\.0\.1 · \w+ on \w+/);
});

test('an owner vouches for the address of a member who joined with a link given in person', async ({
  castellan,
  owner,
  newPage,
  freshEmail,
}) => {
  const host = await owner('Vito Voucher');
  const { access_token: token, user } = host.session;
  const at = { tenant_id: user.tenant_id };
  const email = freshEmail('Uma Unverified');
  const invited = await callHttp(
    castellan.address,
    contract.team.inviteMember,
    { ...at, email, role: 'member' },
    { token },
  );
  const { invitation_id } = invited.body as { invitation_id: string };
  const copied = await callHttp(
    castellan.address,
    contract.team.copyInvitationLink,
    { ...at, invitation_id },
    { token },
  );
  const guest = await newPage();
  await guest.goto((copied.body as { url: string }).url);
  await guest.getByLabel('Full name').fill('Uma Unverified');
  await guest.getByLabel('Password', { exact: true }).fill(journeyPassword);
  await guest.getByRole('button', { name: /^(Accept|Join)/ }).click();
  await expect(guest.getByRole('heading', { name: 'Dashboard' })).toBeVisible();

  const { page } = host;
  await page.goto('/dashboard/security?tab=members&risk=unverified');
  await page.getByRole('link', { name: 'Uma Unverified', exact: true }).click();
  await expect(page.getByText('Not verified', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Send verification email' }).click();
  await expect(page.getByText(`Verification email to ${email} queued.`)).toBeVisible();
  await page.getByRole('button', { name: 'Mark as verified' }).click();
  await expect(page.getByText(`${email} marked as verified.`)).toBeVisible();
  await expect(page.getByText('Vouched for by an admin', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Mark as verified' })).toHaveCount(0);
});

test('everyone can see what each role may do', async ({ owner, join }) => {
  const host = await owner('Rita Roles');
  const { page } = await join(host, 'Member', 'Rolf Reader');
  await page.goto('/dashboard/team');
  await page.getByRole('tab', { name: 'Roles' }).click();
  await expect(page).toHaveURL(/tab=roles/);
  const rights = page.getByRole('table', { name: 'Roles in the organization' });
  await expect(rights.getByRole('columnheader', { name: /Member.*You/ })).toBeVisible();
  await expect(rights.getByRole('row', { name: /Open a workspace/ })).toHaveText(
    /Open a workspace.*With a workspace role.*Yes.*Yes/,
  );
  await expect(rights.getByRole('row', { name: /Transfer ownership/ })).toHaveText(/No.*No.*Yes/);
  const inWorkspace = page.getByRole('table', { name: 'Roles in a workspace' });
  await expect(inWorkspace.getByRole('row', { name: /Change the workspace/ })).toHaveText(/No.*No.*Yes/);
});
