import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { systemClock, toIso } from '#main/platform/clock.ts';
import { serverLimits } from '#shared/rules/limits.ts';
import { changeAnswers } from '../support/batched-calls.ts';
import { button, openSandbox } from '../support/hosting-journey.ts';
import { expect, hideNotices, test } from '../support/journey.ts';

test('an owner changes a billing cycle, learns why hourly billing is unavailable, and makes a server managed', async ({
  owner,
}) => {
  const { page } = await owner();
  await openSandbox(page);
  const server = page.getByRole('row', { name: 'mail-1' });
  await button(page, 'Actions for mail-1').click();
  await page.getByRole('menuitem', { name: 'Change billing cycle' }).click();
  const dialog = page.getByRole('dialog');
  const hourly = dialog.getByRole('radio', { name: 'Hourly' });
  await expect(hourly).toBeDisabled();
  await expect(dialog.getByText(/The provider has disabled hourly billing/)).toBeVisible();
  await expect(dialog.getByRole('radio', { name: 'Monthly Current' })).toBeChecked();
  await expect(dialog.getByRole('row', { name: /Yearly/ })).toContainText('10%');
  await expect(dialog.getByRole('button', { name: 'Change billing cycle' })).toHaveAttribute('aria-disabled', 'true');
  await dialog.getByRole('radio', { name: 'Yearly' }).check();
  await dialog.getByRole('button', { name: 'Change billing cycle' }).click();
  await expect(page.getByText('mail-1: Yearly.')).toBeVisible();
  await expect(server).toContainText('Yearly');
  await expect(server).toContainText('8.99');

  await button(page, 'Actions for mail-1').click();
  await page.getByRole('menuitem', { name: 'Switch to managed' }).click();
  await dialog.getByRole('button', { name: 'Switch to managed' }).click();
  await expect(page.getByText('mail-1: Managed.')).toBeVisible();
  await expect(server).toContainText('Managed');
});

test('an admin sees servers and costs but cannot order; a member has no link to hosting and is refused', async ({
  owner,
  join,
}) => {
  const host = await owner();
  await openSandbox(host.page);
  const { page } = await join(host, 'Admin', 'Ada Admin');
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Hosting', exact: true }).click();
  await expect(page.getByRole('row', { name: 'mail-1' })).toContainText('9.99');
  await page.getByRole('link', { name: 'Upgrade mail-1' }).click();
  const choose = button(page, 'Choose 2 CPU / 4 GB / 75 GB SSD');
  await expect(choose).toHaveAccessibleDescription(/Only an owner can do this\./);
  await choose.press('Enter');
  await expect(page.getByRole('heading', { name: 'Choose a plan' })).toBeVisible();
  await page.goto('/dashboard/hosting/settings');
  await expect(page.getByText('Ask an owner of your organization to connect the provider.')).toBeVisible();

  const member = await join(host, 'Member', 'Mia Member');
  await member.page.goto('/dashboard');
  await expect(member.page.getByRole('link', { name: 'Team', exact: true })).toBeVisible();
  await expect(member.page.getByRole('link', { name: 'Hosting', exact: true })).toBeHidden();
  await member.page.goto('/dashboard/hosting');
  await expect(member.page.getByRole('alert')).toContainText('Your role doesn’t allow this');
});

test('a plan that cannot be read is named with its field, and the others can be chosen', async ({ owner }) => {
  const { page } = await owner();
  await openSandbox(page);
  const unreadable = [{ position: 9, rid: 190, name: 'Custom VPS', field: 'monthly', value: 'N/A' }];
  await changeAnswers(page, 'hosting.getPriceList', (data: object) => ({ ...data, unreadable }));
  await page.getByRole('link', { name: 'Upgrade mail-1' }).click();
  const note = page.getByRole('note', { name: 'Castellan can’t read one of the provider’s plans' });
  await expect(note).toContainText('Custom VPS: monthly is “N/A”');
  await expect(button(page, 'Choose 2 CPU / 4 GB / 75 GB SSD')).toBeEnabled();
});

test('a connection that does not work says what is wrong, without revealing the key', async ({ owner, afterwards }) => {
  const provider = createServer((_, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ result: 'error', message: 'Not Authorized!' }));
  });
  // Not closeAllConnections(): it misses a connection that is about to end, and close() would wait for it.
  const sockets = new Set<Socket>();
  provider.on('connection', (socket) => sockets.add(socket));
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  const stopProvider = async (): Promise<void> => {
    const closed = new Promise((resolve) => provider.close(resolve));
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  afterwards(stopProvider);
  const { port } = provider.address() as AddressInfo;
  const { page } = await owner();
  await page.goto('/dashboard/hosting');
  await page.getByRole('link', { name: 'Enter API key' }).click();
  await page.getByRole('radio', { name: 'Provider account' }).check();
  const tryOut = button(page, 'Test connection');
  await expect(tryOut).toHaveAccessibleDescription(/Enter the API key first\./);

  await page.getByLabel('API key').fill('canary-key-7731');
  await page.getByLabel('API address').fill(`http://127.0.0.1:${port}/cloud/api.php`);
  await page.getByRole('switch', { name: 'Allow private addresses' }).check();
  await tryOut.click();
  await expect(page.getByText('The provider rejected the API key or the address of this computer')).toBeVisible();
  await expect(page.getByText(/an allowlist, it must contain/)).toBeVisible();

  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByText('Settings saved.')).toBeVisible();
  await expect(page.getByText('The stored key ends in 7731. Leave empty to keep it.')).toBeVisible();
  expect(await page.content()).not.toContain('canary-key');

  // The notice lies over the button while the pointer rests on it.
  await hideNotices(page);
  await stopProvider();
  await tryOut.click();
  await expect(page.getByText('The provider couldn’t be reached')).toBeVisible();
  await page.goto('/dashboard/hosting');
  await button(page, 'Refresh').click();
  await expect(page.getByText('Couldn’t refresh the servers').first()).toBeVisible();
});

test('invoices are entered and imported, and compared with the estimate', async ({ owner }) => {
  const { page } = await owner();
  await openSandbox(page);
  await page.getByRole('tab', { name: 'Invoices' }).click();
  await expect(page.getByText('No invoices yet')).toBeVisible();
  await button(page, 'Add invoice').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Add invoice' }).click();
  await expect(dialog.getByText('Required')).toBeVisible();
  // The service counts months in UTC, whatever time zone the browser is in.
  const today = toIso(systemClock.now()).slice(0, 10);
  await dialog.getByLabel('Number').fill('A-1');
  await dialog.getByLabel('Issued on').fill(today);
  await dialog.getByLabel('Total').fill('99.99');
  await dialog.getByLabel('For', { exact: true }).selectOption('mail-1');
  await dialog.getByRole('button', { name: 'Add invoice' }).click();
  await expect(page.getByRole('row', { name: /A-1/ })).toContainText('mail-1');

  await button(page, 'Import CSV').click();
  const rows = dialog.getByLabel('Rows', { exact: true });
  await rows.fill(`number,issued_on,total\nA-2,${today},5.00\nA-3,yesterday,5.00\n`);
  await dialog.getByRole('button', { name: 'Import CSV' }).click();
  await expect(dialog.getByText('Nothing imported: 1 row needs fixing.')).toBeVisible();
  await expect(dialog.getByRole('row', { name: /A-3/ })).toContainText('Needs fixing');
  await rows.fill(`number,issued_on,total\nA-1,${today},99.99\nA-2,${today},5.00\n`);
  await dialog.getByRole('button', { name: 'Import CSV' }).click();
  await expect(dialog.getByRole('status')).toContainText('1 invoice imported.');
  await expect(dialog.getByRole('row', { name: /A-1/ })).toContainText('Already known');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByRole('row', { name: /A-2/ })).toContainText('Whole account');

  await page.getByRole('tab', { name: 'Costs' }).click();
  await expect(page.getByRole('img', { name: /Bar chart/ })).toBeVisible();
  const comparison = page.getByRole('table', { name: /line by line/ });
  await expect(comparison.getByRole('row', { name: /mail-1/ })).toContainText('99.99');
  await expect(comparison.getByRole('row', { name: /Whole account/ })).toContainText(
    'The invoice isn’t assigned to a server or IP address',
  );

  await page.getByRole('tab', { name: 'Invoices' }).click();
  await button(page, 'Remove invoice A-2').click();
  await dialog.getByRole('button', { name: 'Remove invoice' }).click();
  await expect(page.getByText('Invoice A-2 removed.')).toBeVisible();
  await expect(page.getByRole('row', { name: /A-2/ })).toBeHidden();
});

test('the limit of servers shows, and how many were left out', async ({ owner }) => {
  const { page } = await owner();
  await openSandbox(page);
  const limit = page.getByRole('note', { name: 'Server limit reached' });
  await expect(limit).toHaveCount(0);
  // No account of a journey has that many: the service answers, and only these numbers are larger.
  const enlarge = (operation: string, larger: object) =>
    changeAnswers(page, `hosting.${operation}`, (data: object) => ({ ...data, ...larger }));
  await enlarge('listServers', { total: serverLimits.perAccount });
  await enlarge('syncServers', { left_out: 12 });
  await button(page, 'Refresh').click();
  await expect(page.getByText('12 new servers were left out: Castellan keeps at most 5,000 servers.')).toBeVisible();
  await expect(limit).toContainText('at most 5,000 servers per account, including deleted ones');
});
