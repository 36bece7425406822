import { readFile } from 'node:fs/promises';
import { calling } from '../support/batched-calls.ts';
import { expect, test } from '../support/journey.ts';

test('the audit log shows actions, and is filtered by the URL, verified and exported', async ({ owner, join }) => {
  const host = await owner('Audrey Auditor');
  const { page } = host;
  await join(host, 'Admin', 'Adam Admin');
  await page.goto('/dashboard/workspaces/new');
  await page.getByLabel('Name').fill('Ledger');
  await page.getByRole('button', { name: 'Create workspace' }).click();
  await expect(page.getByRole('heading', { name: 'Ledger' })).toBeVisible();

  await page.goto('/dashboard');
  const created = page.getByRole('list', { name: 'Recent activity' }).getByRole('listitem').first();
  await expect(created).toContainText('Created a workspace');
  await expect(created.getByRole('link')).toHaveText(['Ledger', 'Audrey Auditor']);
  await page.getByRole('link', { name: 'Audit log' }).first().click();
  const table = page.getByRole('table', { name: 'Audit log' });
  const rows = table.getByRole('row');
  await expect(rows.nth(1)).toContainText('Created a workspace');
  await expect(rows.nth(1)).toContainText('Audrey Auditor');
  await expect(rows.nth(1)).toContainText('127.0.0.1');
  await expect(table).toContainText('Joined the organization');

  const search = page.getByRole('searchbox');
  const place = await search.boundingBox();
  await page.getByRole('combobox', { name: 'Filter by action' }).fill('joined');
  await page.getByRole('option', { name: 'Joined the organization' }).click();
  await expect(page).toHaveURL(/action=acceptInvitation/);
  await expect(rows).toHaveCount(2);
  await expect(page.getByRole('button', { name: 'Clear filters' })).toBeVisible();
  expect((await search.boundingBox())?.y, 'the place of the search, once a filter is set').toBe(place?.y);
  await page.reload();
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(1)).toContainText('Adam Admin');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await table.getByRole('button', { name: 'Adam Admin' }).first().click();
  await expect(page).toHaveURL(/actor=user_/);
  await expect(rows).toHaveCount(2);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await search.fill('ledger');
  await expect(rows).toHaveCount(2);
  const range = page.getByRole('combobox', { name: 'Filter by time' });
  await range.selectOption({ label: 'Custom' });
  await page.getByLabel('To', { exact: true }).fill('2001-01-01');
  await expect(page.getByText('No entries found')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).first().click();
  await range.selectOption({ label: 'Last 7 days' });
  await expect(page).toHaveURL(/range=week/);
  await expect(rows.nth(1)).toContainText('Created a workspace');
  await page.getByRole('button', { name: 'Clear filters' }).click();

  await expect(page.getByText('Not verified yet')).toBeVisible();
  await page.getByRole('button', { name: 'Verify log' }).click();
  await expect(page.getByText('Log verified', { exact: true })).toBeVisible();
  await expect(rows.nth(1)).toContainText('Verified the audit log and found it intact');

  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'Export CSV' }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toMatch(/^castellan-audit-\d{4}-\d{2}-\d{2}\.csv$/);
  const text = await readFile(await file.path(), 'utf8');
  expect(text).toContain('Created a workspace,workspace,Ledger');
  expect(text.trimEnd().split('\r\n').length).toBeGreaterThan(5);

  const savingJson = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'Export JSON' }).click();
  const jsonFile = await savingJson;
  expect(jsonFile.suggestedFilename()).toMatch(/^castellan-audit-\d{4}-\d{2}-\d{2}\.json$/);
  const events: object[] = JSON.parse(await readFile(await jsonFile.path(), 'utf8'));
  expect(events).toContainEqual(
    expect.objectContaining({ action: 'createWorkspace', target_label: 'Ledger', request_id: expect.any(String) }),
  );

  await page.goto('/dashboard/audit?page=9');
  await expect(rows.nth(1)).toContainText('Verified the audit log and found it intact');
  await expect(page).toHaveURL(/\/dashboard\/audit$/);
});

test('an event opens with its device and request, and filters are kept as a view', async ({ owner, device }) => {
  const { page, email } = await owner('Vera Viewer');
  const other = await device(email);
  await other.goto('/dashboard/workspaces/new');
  await other.getByLabel('Name').fill('Depot');
  const created = other.waitForResponse(/workspaces\.createWorkspace/);
  await other.getByRole('button', { name: 'Create workspace' }).click();
  const requestId = (await created).headers()['x-request-id'];
  expect(requestId).toMatch(/^req_/);

  await page.goto('/dashboard/audit');
  const table = page.getByRole('table', { name: 'Audit log' });
  const rows = table.getByRole('row');
  await expect(rows.nth(1)).toContainText('Created a workspace');
  await rows.nth(1).getByRole('button', { name: 'Details of entry' }).click();
  await expect(rows.nth(2)).toContainText(requestId ?? '');
  await expect(rows.nth(2)).toContainText(/Device\w+ on \w+/);
  await expect(rows.nth(2)).toContainText('127.0.0.1');
  await rows.nth(1).getByRole('button', { name: 'Details of entry' }).click();
  await expect(table).not.toContainText(requestId ?? '');

  const kinds = page.getByRole('combobox', { name: 'Filter by action' });
  await kinds.fill('all sign-ins');
  await page.getByRole('option', { name: 'All sign-ins and sessions' }).click();
  await expect(page).toHaveURL(/group=sign_ins/);
  await expect(table).not.toContainText('Created a workspace');
  await expect(table).toContainText('Signed in');
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Save current filters' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Who came in');
  await page.getByRole('dialog').getByRole('button', { name: 'Save view' }).click();
  await expect(page.getByText('View “Who came in” saved.')).toBeVisible();

  await page.getByRole('combobox', { name: 'Filter by outcome' }).selectOption({ label: 'Blocked' });
  await expect(page.getByText('No entries found')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).first().click();
  await expect(table).toContainText('Created a workspace');
  await page.reload();
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Who came in' }).click();
  await expect(page).toHaveURL(/group=sign_ins/);
  await expect(table).not.toContainText('Created a workspace');
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Delete “Who came in”' }).click();
  await expect(page.getByText('View “Who came in” deleted.')).toBeVisible();
  await page.getByRole('button', { name: 'Views' }).click();
  await expect(page.getByRole('menuitem', { name: 'Who came in' })).toHaveCount(0);
});

test('verifying a large log shows its progress, and what to do about an end that is missing or unknown', async ({
  owner,
}) => {
  const { page } = await owner('Petra Prüferin');
  await page.goto('/dashboard/audit');
  let calls = 0;
  let go: () => void = () => {};
  const isSeen = new Promise<void>((resolve) => {
    go = resolve;
  });
  // A real log of this length takes minutes to write.
  await page.route('**/trpc/audit.verifyAuditLog*', async (route) => {
    calls += 1;
    if (calls === 1) {
      const data = { valid: true, checked: 40_000, total: 120_000, complete: false };
      await route.fulfill({ json: { result: { data } } });
      return;
    }
    await isSeen;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Verify log' }).click();
  await expect(page.getByText('40,000 of 120,000 entries')).toBeVisible();
  await expect(page.getByRole('progressbar', { name: 'Verification progress' })).toBeVisible();
  go();
  await expect(page.getByText('Log verified', { exact: true })).toBeVisible();
  await expect(page.getByText('40,000 of 120,000 entries')).toBeHidden();
  expect(calls).toBe(2);

  let found: object = {};
  await page.route(calling('audit.listAuditEvents'), async (route) => {
    const response = await route.fetch();
    const text = await response.text();
    // Only details of verifications say how many entries were checked.
    await route.fulfill({
      response,
      body: text.replaceAll(/"details":\{"valid":true,"checked":\d+\}/g, `"details":${JSON.stringify(found)}`),
    });
  });
  found = { valid: false, checked: 3, first_broken: 4, end: 'cut' };
  await page.reload();
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('Entries are missing at the end of the audit log');
  await expect(alert).toContainText('From entry 4 on');
  await expect(page.getByText('Entries missing', { exact: true })).toBeVisible();
  found = { valid: true, checked: 3, end: 'unknown' };
  await page.reload();
  await expect(alert).toContainText('The end of the audit log can’t be checked');
  await expect(page.getByText('Entries intact, end unknown')).toBeVisible();
});

test('an admin reads the log; a member has no link to it and is refused', async ({ owner, join }) => {
  const host = await owner('Otto Owner');
  const admin = await join(host, 'Admin', 'Ada Admin');
  const member = await join(host, 'Member', 'Mel Member');
  await admin.page.goto('/dashboard/audit');
  await expect(admin.page.getByRole('table', { name: 'Audit log' })).toContainText('Otto Owner');
  await member.page.goto('/dashboard');
  await expect(member.page.getByRole('link', { name: 'Team', exact: true })).toBeVisible();
  await expect(member.page.getByRole('link', { name: 'Audit log' })).toHaveCount(0);
  await member.page.goto('/dashboard/audit');
  await expect(member.page.getByRole('alert')).toContainText('Your role doesn’t allow this');
  await expect(member.page.getByRole('main').getByRole('button')).toHaveCount(0);
  await expect(member.page.getByRole('table')).toHaveCount(0);
});

test('the log shows sign-ins and sessions ended from elsewhere, with their devices', async ({ owner, device }) => {
  const { page, email } = await owner('Sina Sessions');
  await device(email);
  await page.goto('/dashboard/sessions');
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere else' }).click();
  await expect(page.getByText('Signed out of one other session.')).toBeVisible();
  await page.goto('/dashboard/audit');
  const table = page.getByRole('table', { name: 'Audit log' });
  await expect(table.getByRole('row').nth(1)).toContainText('Signed out everywhere else');
  await expect(table.getByRole('row').nth(2)).toContainText(/Signed in using \w+/);
});
