import { expect } from 'vitest';
import { hostingCaller, managedServer, monthlyServer, yearlyServer } from '#e2e/support/hosting.ts';
import { type Cast, screenTests } from '#e2e/support/screens/screen-test.ts';
import { contract } from '#shared/contract/index.ts';

const screenTest = screenTests();
const { hosting } = contract;

/** Connects the sandbox and reads its servers. */
const connect = async ({ app, owner }: Cast) => {
  const caller = hostingCaller(app, owner);
  await caller.call(hosting.updateProviderSettings, { mode: 'sandbox' });
  await caller.call(hosting.syncServers, {});
  return caller;
};
const serversOf = async ({ read, owner }: Cast) => {
  const { servers } = await read(owner, hosting.listServers, {});
  return Object.fromEntries(servers.map((server) => [server.serviceid, server]));
};
const labelOf = async (cast: Cast, serviceId: string) => (await serversOf(cast))[serviceId]?.label ?? '';

screenTest(
  'hosting/servers/edit-server-dialog',
  ['hosting.updateServer'],
  'changes what it notes about the server of the row, and no other',
  async (cast) => {
    await connect(cast);
    const before = await serversOf(cast);
    const page = await cast.open(cast.owner, '/dashboard/hosting');
    await page.press(`More actions for ${await labelOf(cast, monthlyServer)}`);
    await page.press('Edit');
    await page.fill('Label', 'Mail relay');
    await page.fill('Cost per month', '12.50');
    await page.choose('Service level', 'Managed');
    await page.send('Save', 'hosting.updateServer');
    await page.closed();
    const { [monthlyServer]: changed, ...others } = await serversOf(cast);
    expect(changed).toMatchObject({ own_label: 'Mail relay', approximate_cost: '12.50', managed: true });
    const { [monthlyServer]: _, ...othersBefore } = before;
    expect(others).toEqual(othersBefore);
    const row = await page.find('listitem', 'Mail relay');
    expect(row.textContent).toMatch(/12\.50.*per month \(entered manually\)/);
  },
);

screenTest(
  'hosting/servers/billing-cycle-dialog',
  ['hosting.changeBillingCycle'],
  'changes the billing cycle of the row’s server to the one that was chosen',
  async (cast) => {
    await connect(cast);
    const before = await serversOf(cast);
    const page = await cast.open(cast.owner, '/dashboard/hosting');
    await page.press(`More actions for ${await labelOf(cast, monthlyServer)}`);
    await page.press('Change billing cycle');
    await page.press(/^Quarterly/);
    await page.press(/^Monthly/);
    expect((await page.find('button', 'Change billing cycle')).getAttribute('aria-disabled')).toBe('true');
    await page.press(/^Quarterly/);
    await page.send('Change billing cycle', 'hosting.changeBillingCycle');
    await page.closed();
    const after = await serversOf(cast);
    expect(after[monthlyServer]?.billingcycle).toBe('quarterly');
    expect(after[yearlyServer]?.billingcycle).toBe(before[yearlyServer]?.billingcycle);
  },
);

screenTest(
  'hosting/servers/service-level-dialog',
  ['hosting.downgradeToUnmanaged', 'hosting.upgradeToManaged'],
  'switches the service level of the row’s server',
  async (cast) => {
    const caller = await connect(cast);
    await caller.call(hosting.updateServer, { serviceid: managedServer, managed: true });
    const label = await labelOf(cast, managedServer);
    const page = await cast.open(cast.owner, '/dashboard/hosting');
    await page.press(`More actions for ${label}`);
    await page.press('Switch to unmanaged');
    await page.send('Switch to unmanaged', 'hosting.downgradeToUnmanaged');
    await page.closed();
    expect((await serversOf(cast))[managedServer]?.managed).toBe(false);
    await page.press(`More actions for ${label}`);
    await page.press('Switch to managed');
    await page.send('Switch to managed', 'hosting.upgradeToManaged');
    await page.closed();
    expect((await serversOf(cast))[managedServer]?.managed).toBe(true);
  },
);

screenTest(
  'hosting/servers/service-level-dialog',
  ['hosting.upgradeToManaged'],
  'says what the level costs, and asks again if that exceeds the budget',
  async (cast) => {
    const caller = await connect(cast);
    await caller.call(hosting.updateProviderSettings, { mode: 'sandbox', monthly_budget: '67.00' });
    const page = await cast.open(cast.owner, '/dashboard/hosting');
    await page.press(`More actions for ${await labelOf(cast, monthlyServer)}`);
    await page.press('Switch to managed');
    await page.see(/By the price list, it will cost .*\d per month\. Now it costs .*9\.99/);
    await page.press(/^Switch to managed$/);
    await page.see(/The budget is .*67\.00/);
    expect((await serversOf(cast))[monthlyServer]?.managed).not.toBe(true);
    await page.send('Change anyway', 'hosting.upgradeToManaged');
    await page.closed();
    expect((await serversOf(cast))[monthlyServer]?.managed).toBe(true);
  },
);

const addressesOf = async ({ read, owner }: Cast) => (await read(owner, hosting.listIpAddresses, {})).ip_addresses;

screenTest(
  'hosting/servers/ip-address-dialog',
  ['hosting.addIpAddress', 'hosting.updateIpAddress'],
  'adds an address, and changes all of it but the address',
  async (cast) => {
    await connect(cast);
    const page = await cast.open(cast.owner, '/dashboard/hosting');
    await page.see(/66\.68/);
    await page.press('Add IP address');
    expect((await page.field('Cost per month')).value).toBe('4.99');
    await page.fill('IP address', '203.0.113.9');
    await page.fill('Label', 'Mail');
    await page.choose('Server', await labelOf(cast, yearlyServer));
    await page.fill('Cost per month', '3.25');
    await page.send('Add IP address', 'hosting.addIpAddress');
    await page.closed();
    const added = { address: '203.0.113.9', label: 'Mail', serviceid: yearlyServer, approximate_cost: '3.25' };
    expect(await addressesOf(cast)).toMatchObject([added]);
    await page.see(/69\.93/);
    await page.press('Edit 203.0.113.9');
    await page.fill('Label', 'Web');
    await page.choose('Server', 'No server');
    await page.fill('Cost per month', '4,00');
    await page.press('Save changes');
    await page.see('Enter an amount such as 9.99');
    await page.fill('Cost per month', '4.00');
    await page.send('Save changes', 'hosting.updateIpAddress');
    await page.closed();
    const changed = { address: '203.0.113.9', label: 'Web', serviceid: null, approximate_cost: '4.00' };
    expect(await addressesOf(cast)).toMatchObject([changed]);
  },
);

screenTest(
  'hosting/servers/ip-addresses',
  ['hosting.removeIpAddress'],
  'removes the address of the row',
  async (cast) => {
    const caller = await connect(cast);
    for (const address of ['203.0.113.9', '203.0.113.10']) await caller.call(hosting.addIpAddress, { address });
    const page = await cast.open(cast.owner, '/dashboard/hosting');
    await page.press('Remove 203.0.113.10');
    await page.send('Remove IP address', 'hosting.removeIpAddress');
    await page.closed();
    expect((await addressesOf(cast)).map(({ address }) => address)).toEqual(['203.0.113.9']);
  },
);

const invoicesOf = async ({ read, owner }: Cast) => (await read(owner, hosting.listInvoices, {})).invoices;

screenTest(
  'hosting/costs/invoice-dialog',
  ['hosting.addInvoice'],
  'adds an invoice with all of its fields',
  async (cast) => {
    await connect(cast);
    const page = await cast.open(cast.owner, '/dashboard/hosting?tab=invoices');
    await page.press('Add invoice');
    await page.fill('Number', 'R-2026-17');
    await page.choose('For', await labelOf(cast, yearlyServer));
    await page.choose('Billing cycle', 'Yearly');
    await page.fill('Issued on', '2026-01-10');
    await page.fill('Total', '120.00');
    await page.fill('Note', 'Paid by card');
    await page.send('Add invoice', 'hosting.addInvoice');
    await page.closed();
    expect(await invoicesOf(cast)).toMatchObject([
      {
        number: 'R-2026-17',
        serviceid: yearlyServer,
        billingcycle: 'annually',
        issued_on: '2026-01-10',
        total: '120.00',
        note: 'Paid by card',
        origin: 'entered',
      },
    ]);
  },
);

screenTest(
  'hosting/costs/import-dialog',
  ['hosting.importInvoices'],
  'imports rows of a table, or says which need fixing and imports none',
  async (cast) => {
    await connect(cast);
    const page = await cast.open(cast.owner, '/dashboard/hosting?tab=invoices');
    await page.press('Import CSV');
    const head = 'number,issued_on,total,billingcycle';
    await page.fill('Rows', `${head}\nR-1,2026-01-10,10.00,monthly\nR-2,2026-01-32,10.00,monthly`);
    await page.press('Import CSV');
    await page.see('Nothing imported: 1 row needs fixing.');
    expect(await invoicesOf(cast)).toEqual([]);
    await page.fill('Rows', `${head}\nR-1,2026-01-10,10.00,monthly`);
    await page.send('Import CSV', 'hosting.importInvoices');
    expect(await invoicesOf(cast)).toMatchObject([{ number: 'R-1', total: '10.00', origin: 'imported' }]);
  },
);

screenTest(
  'hosting/costs/invoices-panel',
  ['hosting.removeInvoice'],
  'removes the invoice of the row',
  async (cast) => {
    const caller = await connect(cast);
    for (const number of ['R-1', 'R-2']) {
      const given = { number, billingcycle: 'monthly', issued_on: '2026-01-10', total: '10.00' } as const;
      await caller.call(hosting.addInvoice, given);
    }
    const page = await cast.open(cast.owner, '/dashboard/hosting?tab=invoices');
    await page.press('Remove invoice R-2');
    await page.send('Remove invoice', 'hosting.removeInvoice');
    await page.closed();
    expect((await invoicesOf(cast)).map(({ number }) => number)).toEqual(['R-1']);
  },
);

const settingsOf = ({ read, owner }: Cast) => read(owner, hosting.getProviderSettings, {});

screenTest(
  'hosting/settings/connection-form',
  ['hosting.updateProviderSettings', 'hosting.syncServers'],
  'connects the sandbox with a budget, and reads its servers',
  async (cast) => {
    const page = await cast.open(cast.owner, '/dashboard/hosting/settings');
    await page.press('Sandbox');
    await page.fill('Monthly budget', '250.00');
    await page.send('Save settings', 'hosting.updateProviderSettings');
    expect(await settingsOf(cast)).toMatchObject({ mode: 'sandbox', monthly_budget: '250.00' });
    expect(Object.keys(await serversOf(cast))).toContain(monthlyServer);
  },
);

screenTest(
  'hosting/settings/connection-form',
  ['hosting.updateProviderSettings'],
  'saves every setting of an account',
  async (cast) => {
    const page = await cast.open(cast.owner, '/dashboard/hosting/settings');
    await page.press('Provider account');
    await page.fill('API key', 'the-key-of-acme-0001');
    await page.fill('API address', 'https://provider.example.com/api.php');
    await page.choose('Currency', 'Euro (EUR)');
    await page.fill('Monthly budget', '99.00');
    await page.send('Save settings', 'hosting.updateProviderSettings');
    expect(await settingsOf(cast)).toMatchObject({
      mode: 'live',
      base_url: 'https://provider.example.com/api.php',
      key_last4: '0001',
      currency: 'EUR',
      monthly_budget: '99.00',
      allow_private_addresses: false,
    });
  },
);

screenTest(
  'hosting/settings/settings-page',
  ['hosting.resetSandbox', 'hosting.syncServers'],
  'resets the sandbox',
  async (cast) => {
    const caller = await connect(cast);
    await caller.ordered();
    const page = await cast.open(cast.owner, '/dashboard/hosting/settings');
    await page.press('Reset sandbox');
    await page.send('Reset sandbox', 'hosting.resetSandbox');
    await page.closed();
    const { runs } = await cast.read(cast.owner, hosting.listUpgradeRuns, { show: 'open' });
    expect(runs).toEqual([]);
  },
);

screenTest(
  'hosting/connection-notices',
  ['hosting.updateProviderSettings', 'hosting.syncServers'],
  'opens the sandbox at first use',
  async (cast) => {
    const page = await cast.open(cast.owner, '/dashboard/hosting');
    await page.send('Open the sandbox', 'hosting.updateProviderSettings');
    expect(await settingsOf(cast)).toMatchObject({ mode: 'sandbox' });
    expect(Object.keys(await serversOf(cast))).toContain(monthlyServer);
  },
);

screenTest('hosting/hosting-page', ['hosting.syncServers'], 'reads the servers again', async (cast) => {
  await cast.app.call(hosting.updateProviderSettings, { mode: 'sandbox' }, { token: cast.owner.token });
  const page = await cast.open(cast.owner, '/dashboard/hosting');
  expect(await serversOf(cast)).toEqual({});
  await page.send('Refresh', 'hosting.syncServers');
  await page.see('3 servers refreshed.');
  expect(Object.keys(await serversOf(cast))).toHaveLength(3);
});

screenTest(
  'hosting/settings/connection-form',
  ['hosting.testProviderConnection'],
  'tests what was entered, and saves nothing',
  async (cast) => {
    const page = await cast.open(cast.owner, '/dashboard/hosting/settings');
    await page.press('Provider account');
    await page.fill('API key', 'the-key-of-acme-0001');
    await page.send('Test connection', 'hosting.testProviderConnection');
    const { input } = page.sent.findLast(({ path }) => path === 'hosting.testProviderConnection') ?? {};
    expect(input).toMatchObject({ key: 'the-key-of-acme-0001' });
    expect((await settingsOf(cast)).key_last4).toBeNull();
  },
);
