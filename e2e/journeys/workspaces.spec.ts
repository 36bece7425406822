import { expect, test } from '../support/journey.ts';

test('a workspace is created, gets a member and a health score, and is deleted', async ({ owner, join }) => {
  const host = await owner();
  const guest = await join(host, 'Member', 'Wanda Worker');
  const { page } = host;
  await page.goto('/dashboard/workspaces/new');
  await page.getByLabel('Name').fill('Client Äpfel');
  await page.getByRole('button', { name: 'Create workspace' }).click();
  await expect(page).toHaveURL(/\/dashboard\/workspaces\/client-apfel$/);

  await guest.page.goto('/dashboard/workspaces/client-apfel/settings');
  await expect(guest.page.getByText('Workspace not found', { exact: true })).toBeVisible();

  await page.getByRole('tab', { name: 'Members' }).click();
  await expect(page).toHaveURL(/\?tab=members$/);
  const form = page.getByRole('form', { name: 'Add a member' });
  await form.getByRole('combobox', { name: 'Member' }).fill('Wanda');
  await page.getByRole('option', { name: /Wanda Worker/ }).click();
  await form.getByRole('combobox', { name: 'Role' }).selectOption('Viewer');
  await form.getByRole('button', { name: 'Add' }).click();
  await expect(page.getByRole('table', { name: 'Workspace members' })).toContainText('Wanda Worker');
  await expect(page.getByRole('row', { name: /Wanda Worker/ })).toContainText('just now');

  await page.getByRole('tab', { name: 'Overview' }).click();
  await page.getByRole('button', { name: 'Change score' }).click();
  await page.getByRole('dialog').getByLabel('Health score').fill('37');
  await page.getByRole('button', { name: 'Save score' }).click();
  await expect(page.getByText('Health score saved.')).toBeVisible();
  const history = page.getByRole('table', { name: 'Health history' });
  await expect(history.getByRole('row')).toHaveCount(3);
  await expect(history.getByRole('row').nth(1)).toContainText('37 −63');
  await page.getByRole('tab', { name: 'Activity' }).click();
  const activity = page.getByRole('table', { name: 'Audit log' });
  await expect(activity.getByText('Changed a workspace')).toBeVisible();
  await expect(activity.getByText('Gave a member the role Viewer')).toBeVisible();

  await guest.page.goto('/dashboard/workspaces');
  await expect(guest.page.getByText('Client Äpfel')).toBeVisible();
  await expect(guest.page.getByText('37')).toBeVisible();

  await guest.page.getByRole('link', { name: /Client Äpfel/ }).click();
  await expect(guest.page.getByRole('table', { name: 'Health history' })).toBeVisible();
  await expect(guest.page.getByRole('tab', { name: 'Activity' })).toHaveCount(0);

  await page.goto('/dashboard/workspaces/client-apfel/settings');
  await expect(page).toHaveURL(/\/client-apfel\?tab=settings$/);
  await page.getByLabel('Description').fill('Apples and pears.');
  await page.getByRole('button', { name: 'Save workspace' }).click();
  await expect(page.getByText('Workspace saved.')).toBeVisible();
  await guest.page.reload();
  await expect(guest.page.getByText('Apples and pears.')).toBeVisible();
  await guest.page.goto('/dashboard/workspaces');
  await page.getByRole('button', { name: 'Actions for Client Äpfel' }).click();
  await page.getByRole('menuitem', { name: 'Delete workspace' }).click();
  const deletion = page.getByRole('dialog');
  await expect(deletion.getByRole('button', { name: 'Delete workspace' })).toHaveAttribute('aria-disabled', 'true');
  await deletion.getByLabel('Type “Client Äpfel” to confirm').fill('Client Äpfel');
  await deletion.getByRole('button', { name: 'Delete workspace' }).click();
  await expect(page.getByText('Client Äpfel deleted.')).toBeVisible();
  await guest.page.reload();
  await expect(guest.page.getByText('Client Äpfel')).toBeHidden();
});

test('the URL keeps the search and the page of the workspaces', async ({ owner }) => {
  const { page } = await owner();
  for (const name of ['Apple', 'Pear']) {
    await page.goto('/dashboard/workspaces/new');
    await page.getByLabel('Name').fill(name);
    await page.getByRole('button', { name: 'Create workspace' }).click();
    await expect(page.getByRole('heading', { name })).toBeVisible();
  }
  await page.goto('/dashboard/workspaces');
  await page.getByRole('searchbox').fill('pea');
  await expect(page).toHaveURL(/\/dashboard\/workspaces\?q=pea$/);
  await expect(page.getByRole('link', { name: /Apple/ })).toHaveCount(0);
  await page.getByRole('link', { name: /Pear/ }).click();
  await expect(page.getByRole('heading', { name: 'Pear' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('searchbox')).toHaveValue('pea');
  await expect(page.getByRole('link', { name: /Pear/ })).toBeVisible();
  await page.reload();
  await expect(page.getByText('1 workspace')).toBeVisible();
  await page.goto('/dashboard/workspaces?page=9');
  await expect(page.getByRole('link', { name: /Pear/ })).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard\/workspaces$/);
});
