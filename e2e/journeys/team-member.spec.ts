import { expect, test } from '../fixtures/journey.ts';

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
  await expect(history).toContainText('Joined the team');

  await page.getByRole('button', { name: 'Remove from Harbour' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
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
  await expect(page.getByText('You don’t share any workspaces.')).toBeVisible();
  await expect(page.getByRole('combobox')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Remove from team' })).toBeDisabled();
});
