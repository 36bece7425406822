import { expect } from 'vitest';
import { managedServer, monthlyServer, yearlyServer } from '#e2e/support/hosting.ts';
import { connect, labelOf, serversOf } from '#e2e/support/screens/hosting-cast.ts';
import { type Cast, screenTests } from '#e2e/support/screens/screen-test.ts';
import { contract } from '#shared/contract/index.ts';

const screenTest = screenTests();
const { hosting } = contract;

screenTest(
  'hosting/servers/edit-server-dialog',
  ['hosting.updateServer'],
  'changes what it notes about the server of the row, and no other',
  async (cast) => {
    await connect(cast);
    const before = await serversOf(cast);
    const page = await cast.open(cast.owner, '/dashboard/hosting');
    await page.press(`Actions for ${await labelOf(cast, monthlyServer)}`);
    await page.press('Edit server');
    await page.fill('Label', 'Mail relay');
    await page.fill('Cost per month', '12.50');
    await page.fill('Tags', 'Prod');
    await page.choose('Service level', 'Managed');
    await page.send('Save', 'hosting.updateServer');
    await page.closed();
    const { [monthlyServer]: changed, ...others } = await serversOf(cast);
    expect(changed).toMatchObject({
      own_label: 'Mail relay',
      approximate_cost: '12.50',
      managed: true,
      tags: ['prod'],
    });
    const { [monthlyServer]: _, ...othersBefore } = before;
    expect(others).toEqual(othersBefore);
    const row = await page.find('row', 'Mail relay');
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
    await page.press(`Actions for ${await labelOf(cast, monthlyServer)}`);
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
  'hosting/servers/billing-cycle-dialog',
  ['hosting.changeBillingCycle'],
  'asks about the budget again once another cycle is chosen',
  async (cast) => {
    const caller = await connect(cast);
    await caller.call(hosting.updateProviderSettings, { mode: 'sandbox', monthly_budget: '67.00' });
    const page = await cast.open(cast.owner, '/dashboard/hosting');
    await page.press(`Actions for ${await labelOf(cast, yearlyServer)}`);
    await page.press('Change billing cycle');
    await page.press(/^Monthly/);
    await page.press(/^Change billing cycle$/);
    await page.see('This exceeds the budget');
    await page.press(/^Quarterly/);
    await page.press(/^Change billing cycle$/);
    await page.see('This exceeds the budget');
    expect((await serversOf(cast))[yearlyServer]?.billingcycle).toBe('annually');
    await page.send('Change anyway', 'hosting.changeBillingCycle');
    await page.closed();
    expect((await serversOf(cast))[yearlyServer]?.billingcycle).toBe('quarterly');
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
    await page.press(`Actions for ${label}`);
    await page.press('Switch to unmanaged');
    await page.send('Switch to unmanaged', 'hosting.downgradeToUnmanaged');
    await page.closed();
    expect((await serversOf(cast))[managedServer]?.managed).toBe(false);
    await page.press(`Actions for ${label}`);
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
    await page.press(`Actions for ${await labelOf(cast, monthlyServer)}`);
    await page.press('Switch to managed');
    await page.see(/By the price list, it will cost .*\d per month\. Now it costs .*9\.99/);
    await page.press(/^Switch to managed$/);
    await page.see('This exceeds the budget');
    await page.see(/Hosting would cost \$71\.67 per month\. The budget is \$67\.00/);
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

screenTest('hosting/hosting-page', ['hosting.syncServers'], 'reads the servers again', async (cast) => {
  await cast.app.call(hosting.updateProviderSettings, { mode: 'sandbox' }, { token: cast.owner.token });
  const page = await cast.open(cast.owner, '/dashboard/hosting');
  expect(await serversOf(cast)).toEqual({});
  await page.send('Refresh', 'hosting.syncServers');
  await page.see('3 servers refreshed.');
  expect(Object.keys(await serversOf(cast))).toHaveLength(3);
});

screenTest(
  'hosting/servers/tags-dialog',
  ['hosting.tagServers'],
  'tags the servers that are selected, and shows those of a tag',
  async (cast) => {
    await connect(cast);
    const page = await cast.open(cast.owner, '/dashboard/hosting');
    for (const id of [monthlyServer, yearlyServer]) await page.press(`Select ${await labelOf(cast, id)}`);
    await page.press('Edit tags');
    await page.fill('Add', 'mail');
    await page.send('Save tags', 'hosting.tagServers');
    await page.closed();
    const tagged = Object.values(await serversOf(cast)).filter(({ tags }) => tags.includes('mail'));
    expect(tagged.map(({ serviceid }) => serviceid)).toEqual([monthlyServer, yearlyServer]);
    await page.choose('Filter by tag', /^mail \(2/);
    await page.see('2 servers');
  },
);
