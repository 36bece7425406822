import { readFile } from 'node:fs/promises';
import Papa from 'papaparse';
import { contract } from '../../shared/contract/index.ts';
import { calling } from '../support/batched-calls.ts';
import { fillTeam } from '../support/bulk-users.ts';
import { expect, inviteOnScreen, test } from '../support/journey.ts';
import { callHttp } from '../support/transports.ts';

const two = (index: number) => String(index).padStart(2, '0');

test('an owner invites many addresses at once, sees a result for each, and corrects the wrong ones', async ({
  owner,
  join,
  freshEmail,
}) => {
  const host = await owner('Bulk Inviter');
  const member = await join(host, 'Member', 'Mia Member');
  const { page } = host;
  const [first, second] = [freshEmail('First Invited'), freshEmail('Second Invited')];
  await page.goto('/dashboard/team');
  await page.getByRole('button', { name: 'Invite people', exact: true }).click();
  const dialog = page.getByRole('dialog');
  const addresses = dialog.getByRole('textbox', { name: 'Email' });
  await addresses.fill(`${first}, Second <${second}>; nobody.at.all\n${member.email}`);
  await expect(dialog.getByText('4 addresses.')).toContainText('One isn’t valid: nobody.at.all.');
  await dialog.getByRole('button', { name: 'Send 3 invitations' }).click();

  const results = dialog.getByRole('table', { name: 'Result per address' });
  await expect(dialog.getByText('2 people invited. 2 addresses need fixing.')).toBeVisible();
  await expect(results.getByRole('row', { name: /nobody\.at\.all/ })).toContainText('Not a valid email address');
  await expect(results.getByRole('row', { name: new RegExp(member.email) })).toContainText('Already a member');
  for (const email of [first, second]) {
    await expect(results.getByRole('row', { name: new RegExp(email) })).toContainText('Invited');
  }
  await dialog.getByRole('button', { name: 'Fix 2 addresses' }).click();
  await expect(addresses).toHaveValue(`nobody.at.all\n${member.email}`);
  const third = freshEmail('Third Invited');
  await addresses.fill(third);
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(dialog).toBeHidden();

  await page.getByRole('tab', { name: 'Invitations' }).click();
  for (const email of [first, second, third]) {
    await expect(page.getByRole('row', { name: new RegExp(email) })).toContainText('Pending');
  }
});

test('addresses are read from a CSV file with a header row, quotes and semicolons', async ({ owner, freshEmail }) => {
  const { page } = await owner('File Reader');
  const [ann, bob] = [freshEmail('Ann Filed'), freshEmail('Bob Filed')];
  await page.goto('/dashboard/team');
  await page.getByRole('button', { name: 'Invite people', exact: true }).click();
  const dialog = page.getByRole('dialog');
  const choosing = page.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: 'Choose CSV file' }).click();
  await (await choosing).setFiles({
    name: 'people.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`\uFEFF"Name";"E-Mail"\r\n"Filed; Ann";"${ann}"\r\nBob;${bob}\r\n`),
  });
  await expect(dialog.getByRole('textbox', { name: 'Email' })).toHaveValue(`${ann}\n${bob}`);
  await dialog.getByRole('button', { name: 'Send 2 invitations' }).click();
  await expect(page.getByText('2 invitations created.')).toBeVisible();
});

test('a selection survives paging: roles change on both pages and are undone, and all matches can be selected', async ({
  owner,
  castellan,
  freshEmail,
}) => {
  const host = await owner('Zoe Owner');
  const { page } = host;
  const people = Array.from({ length: 28 }, (_, index) => ({
    name: `Person ${two(index)}`,
    email: freshEmail(`Person ${two(index)}`),
  }));
  await fillTeam(castellan, host, people);
  await page.goto('/dashboard/team');
  const roleOf = (name: string) => page.getByRole('combobox', { name: `Role of ${name}` });
  await page.getByRole('checkbox', { name: 'Select Person 03' }).check();
  await page.getByRole('checkbox', { name: 'Select Person 04' }).check();
  await page.getByRole('button', { name: 'Page 2' }).click();
  await page.getByRole('checkbox', { name: 'Select Person 26' }).check();
  await page.getByRole('checkbox', { name: 'Select Zoe Owner' }).check();
  const bar = page.getByRole('region', { name: 'Selected members' });
  await expect(bar).toContainText('4 selected');

  await bar.getByRole('button', { name: 'Change role' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'New role' }).selectOption({ label: 'Admin' });
  await expect(dialog).toContainText('3 people will become admins.');
  await expect(dialog).toContainText('Zoe Owner: Change your own role in your own row');
  await dialog.getByRole('button', { name: 'Change 3 roles' }).click();
  await expect(dialog).toBeHidden();
  await expect(roleOf('Person 26')).toHaveValue('admin');
  await page.getByRole('button', { name: 'Page 1' }).click();
  await expect(page.getByRole('checkbox', { name: 'Select Person 03' })).toBeChecked();
  await expect(roleOf('Person 03')).toHaveValue('admin');
  await expect(roleOf('Person 05')).toHaveValue('member');

  await page.getByRole('alert').or(page.getByRole('status')).getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Roles restored.')).toBeVisible();
  await expect(roleOf('Person 03')).toHaveValue('member');

  await bar.getByRole('button', { name: 'Clear' }).click();
  await expect(bar).toBeHidden();
  await page.getByRole('searchbox', { name: 'Search by name or email' }).fill('Person');
  await expect(page.getByText('of 28 members')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select everyone on this page' }).check();
  await expect(bar).toContainText('25 selected');
  await bar.getByRole('button', { name: 'Select all 28 matches' }).click();
  await expect(bar).toContainText('28 selected');
  await bar.getByRole('button', { name: 'Remove' }).click();
  await expect(dialog).toContainText('28 people will be removed from the organization: Person 00,');
  await expect(dialog).toContainText('28 active sessions will be revoked immediately.');
  await expect(dialog).toHaveAccessibleName('Remove members from the organization?');
  const confirm = dialog.getByRole('button', { name: 'Remove 28 members' });
  await expect(confirm).toBeDisabled();
  await dialog.getByRole('textbox', { name: 'Type 28 to confirm' }).fill('28');
  await confirm.click();
  await expect(page.getByText('28 members removed.')).toBeVisible();
  await expect(page.getByText('No members found')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page.getByRole('searchbox', { name: 'Search by name or email' })).toHaveValue('');
  await expect(page.getByText('No members found')).toHaveCount(0);
});

test('a bulk removal says what it will end and who is excluded', async ({ owner, join, freshEmail }) => {
  const host = await owner('Rosa Owner');
  const leaver = await join(host, 'Admin', 'Leo Leaver');
  await leaver.page.goto('/dashboard/workspaces/new');
  await leaver.page.getByLabel('Name').fill('Bakery');
  await leaver.page.getByRole('button', { name: 'Create workspace' }).click();
  await expect(leaver.page.getByRole('heading', { name: 'Bakery' })).toBeVisible();
  await inviteOnScreen(leaver.page, freshEmail('Invited By Leaver'), 'Member');

  await host.page.goto('/dashboard/team');
  await host.page.getByRole('checkbox', { name: 'Select Leo Leaver' }).check();
  await host.page.getByRole('checkbox', { name: 'Select Rosa Owner' }).check();
  await host.page.getByRole('region', { name: 'Selected members' }).getByRole('button', { name: 'Remove' }).click();
  const dialog = host.page.getByRole('dialog');
  await expect(dialog).toContainText('Leo Leaver will be removed from the organization.');
  await expect(dialog).toContainText('1 active session will be revoked immediately.');
  await expect(dialog).toContainText('They’ll lose access to one workspace: Bakery.');
  await expect(dialog).toContainText('One workspace they own will be reassigned to Rosa Owner: Bakery.');
  await expect(dialog).toContainText('1 pending invitation they sent will be revoked.');
  await expect(dialog).toContainText('Rosa Owner: To leave the organization, delete your account in your profile');
  await dialog.getByRole('button', { name: 'Remove member' }).click();
  await expect(host.page.getByText('Leo Leaver removed.')).toBeVisible();
  await expect(host.page.getByRole('row', { name: /Leo Leaver/ })).toBeHidden();
  await host.page.getByRole('tab', { name: 'Invitations' }).click();
  await host.page.getByRole('combobox', { name: 'Filter by status' }).selectOption('all');
  await expect(host.page.getByRole('row', { name: /invited\.by\.leaver/ })).toContainText('Revoked');
});

test('the filtered list is exported as a file that other programs can read', async ({
  owner,
  castellan,
  freshEmail,
}) => {
  const host = await owner('Ella Exporter');
  const { page } = host;
  await fillTeam(castellan, host, [
    { name: '=HYPERLINK("evil")', email: freshEmail('Formula Person') },
    { name: 'Day, "Ann"', email: freshEmail('Ann Day') },
    { name: 'Adam Admin', email: freshEmail('Adam Admin'), role: 'admin' },
  ]);
  await page.goto('/dashboard/team?role=member');
  await expect(page.getByText('2 members')).toBeVisible();
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toBe('castellan-team.csv');
  const text = (await readFile(await file.path(), 'utf8')).replace(/^\uFEFF/, '');
  const { data, errors } = Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true });
  expect(errors).toEqual([]);
  expect(data.map(({ name, role }) => [name, role])).toEqual([
    [`'=HYPERLINK("evil")`, 'member'],
    ['Day, "Ann"', 'member'],
  ]);
  await expect(page.getByText('Exported 2 members.')).toBeVisible();
});

test('a role change shows at once; its author can undo it, and a refusal by the service restores the old role', async ({
  owner,
  castellan,
  freshEmail,
  device,
}) => {
  const host = await owner('Henry Host');
  const [admin, guest] = [freshEmail('Alma Admin'), freshEmail('Gina Guest')];
  const ids = await fillTeam(castellan, host, [
    { name: 'Alma Admin', email: admin, role: 'admin' },
    { name: 'Gina Guest', email: guest },
  ]);
  const page = await device(admin);
  await page.goto('/dashboard/team');
  const role = page.getByRole('combobox', { name: 'Role of Gina Guest' });
  // A key opens the list, and changes nothing on its own.
  await role.focus();
  for (const key of ['ArrowUp', 'a']) {
    await page.keyboard.press(key);
    await expect(role).toHaveValue('member');
    await page.keyboard.press('Escape');
  }
  await role.selectOption('admin');
  const notice = page.getByText('Gina Guest is now an admin.');
  await expect(notice).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(notice).toBeHidden();
  await expect(page.getByText('Roles restored.').first()).toBeVisible();
  await expect(role).toHaveValue('member');

  // Without the admin noticing, Gina becomes an owner. An admin can't manage owners.
  const { access_token: token, user } = host.session;
  const promotion = { tenant_id: user.tenant_id, user_id: ids.get('Gina Guest'), role: 'owner' };
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route(calling('team.changeRole', 'team.listMembers'), async (route) => {
    await held;
    await route.continue();
  });
  await callHttp(castellan.address, contract.team.changeRole, promotion, { token });
  await role.selectOption('admin');
  await expect(role).toHaveValue('admin');
  release();
  await expect(page.getByText('Couldn’t change Gina Guest’s role')).toBeVisible();
  await expect(page.getByRole('row', { name: /Gina Guest/ })).toContainText('Owner');
  await expect(role).toBeHidden();
});

test('invitations are searched and filtered, and the URL keeps the filters', async ({ owner, freshEmail }) => {
  const { page } = await owner('Iris Inviter');
  const [kept, other] = [freshEmail('Kept Invited'), freshEmail('Other Invited')];
  await inviteOnScreen(page, kept, 'Member');
  await inviteOnScreen(page, other, 'Member');
  await page.getByRole('tab', { name: 'Invitations' }).click();
  const rows = page.getByRole('table', { name: 'Invitations' }).getByRole('row');
  await expect(rows).toHaveCount(3);
  await page.getByRole('searchbox', { name: 'Search by email' }).fill('kept');
  await expect(rows).toHaveCount(2);
  await expect(page).toHaveURL(/tab=invitations.*q=kept|q=kept.*tab=invitations/);
  await page.getByRole('combobox', { name: 'Filter by status' }).selectOption({ label: 'All statuses' });
  await expect(page).toHaveURL(/state=all/);
  await page.reload();
  await expect(page.getByRole('searchbox', { name: 'Search by email' })).toHaveValue('kept');
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(1)).toContainText(kept);
  await page.getByRole('combobox', { name: 'Filter by status' }).selectOption({ label: 'Revoked' });
  await expect(page.getByText('No invitations found')).toBeVisible();
});
