import { expect } from 'vitest';
import { monthlyServer, yearlyServer } from '#e2e/support/hosting.ts';
import { connect, labelOf, serversOf } from '#e2e/support/screens/hosting-cast.ts';
import { type Cast, screenTests } from '#e2e/support/screens/screen-test.ts';
import { contract } from '#shared/contract/index.ts';

const screenTest = screenTests();
const { hosting } = contract;

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
    await page.fill('Tax on invoices, in percent', '8.25');
    await page.fill('Monthly budget', '99.00');
    await page.send('Save settings', 'hosting.updateProviderSettings');
    expect(await settingsOf(cast)).toMatchObject({
      mode: 'live',
      base_url: 'https://provider.example.com/api.php',
      key_last4: '0001',
      currency: 'EUR',
      monthly_budget: '99.00',
      tax_percent: '8.25',
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
