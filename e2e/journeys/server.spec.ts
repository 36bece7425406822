import { calling } from '../support/batched-calls.ts';
import { expect, test } from '../support/journey.ts';

const menu = 'Account menu of';

test('an operator sees the server and its organizations', async ({ owner, device }) => {
  const other = await owner('Olga Other');
  // Founded the first organization of the server.
  const page = await device('first@example.com');
  await page.goto('/dashboard');
  await page.getByRole('button', { name: new RegExp(menu) }).click();
  await page.getByRole('menuitem', { name: 'Server', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Server', level: 1 })).toBeVisible();
  await expect(page.getByText(/^SQLite \d+\.\d+\.\d+, in the data folder$/)).toBeVisible();
  await expect(page.getByRole('img', { name: /new organizations in the last 30 days/ })).toBeVisible();

  await page.getByRole('tab', { name: 'Organizations' }).click();
  const organizations = page.getByRole('table', { name: 'Organizations' });
  await page.getByRole('searchbox', { name: 'Search organizations' }).fill('First');
  await expect(organizations.getByRole('row').nth(1)).toContainText('first@example.com');
  await expect(page).toHaveURL(/tab=organizations&q=First/);
  await page.getByRole('searchbox', { name: 'Search organizations' }).fill('');
  await organizations.getByRole('button', { name: 'Created' }).click();
  await organizations.getByRole('button', { name: 'Created' }).click();
  await expect(page).toHaveURL(/sort=created_at&order=desc/);
  await expect(organizations).toContainText(other.email);

  await page.getByRole('tab', { name: 'Jobs' }).click();
  await expect(
    page.getByRole('table', { name: 'Jobs' }).getByRole('row', { name: /^Delete expired data/ }),
  ).toBeVisible();
  await page.getByRole('tab', { name: 'Configuration' }).click();
  const configuration = page.getByRole('table', { name: 'Configuration' });
  await expect(configuration.getByRole('row', { name: /^rate-limits off/ })).toContainText('--rate-limits');

  await page.keyboard.press('Control+k');
  const search = page.getByRole('dialog').getByRole('combobox');
  await expect(search).toBeFocused();
  await search.fill('uptime');
  await expect(page.getByRole('option', { name: 'Server', exact: true })).toBeVisible();
});

test('no one else does, not even an owner', async ({ owner }) => {
  const { page } = await owner('Nadia Nosy');
  await page.goto('/dashboard/server');
  await expect(page.getByText('Only operators of this server can see this.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try again' })).toBeHidden();
  const asked = page.waitForResponse((answer) => calling('installation.getOperatorAccess')(new URL(answer.url())));
  await page.getByRole('button', { name: new RegExp(menu) }).click();
  await (await asked).finished();
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Server' })).toHaveCount(0);
});
