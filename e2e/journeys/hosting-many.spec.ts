import { systemClock } from '#main/platform/clock.ts';
import { createEmulator } from '#main/provider/emulator/emulator.ts';
import { initialState } from '#main/provider/emulator/initial-state.ts';
import { serveEmulator } from '#main/provider/emulator/server.ts';
import { contract } from '#shared/contract/index.ts';
import type { OperationSpec } from '#shared/contract/operation.ts';
import { button } from '../support/hosting-journey.ts';
import { expect, test } from '../support/journey.ts';
import { callHttp } from '../support/transports.ts';

const { addIpAddress, syncServers, updateProviderSettings } = contract.hosting;
const many = 52;
const key = 'a-key-of-many-servers';
const numbers = Array.from({ length: many }, (_, index) => index + 1);

test('servers and IP addresses beyond the first page can all be found', async ({ owner, castellan, afterwards }) => {
  const state = initialState(systemClock.now(), { key });
  const [first] = state.servers;
  if (!first) throw new Error('The emulator starts with servers');
  state.servers = numbers.map((n) => ({
    ...first,
    serviceid: 20_000 + n,
    srvrname: `web-${String(n).padStart(2, '0')}`,
    main_ip: `198.51.100.${n}`,
  }));
  const provider = await serveEmulator(createEmulator(state, { clock: systemClock }).handle);
  afterwards(() => provider.close());
  const host = await owner();
  const { access_token: token } = host.session;
  const call = async (operation: OperationSpec, input: Record<string, unknown>) => {
    const { status, text } = await callHttp(castellan.address, operation, input, { token });
    expect(status, text).toBeLessThan(300);
  };
  await call(updateProviderSettings, { mode: 'live', base_url: provider.url, key, allow_private_addresses: true });
  await call(syncServers, {});
  for (const n of numbers) {
    await call(addIpAddress, { address: `203.0.113.${n}`, serviceid: String(20_000 + n) });
  }

  const { page } = host;
  await page.goto('/dashboard/hosting');
  const servers = page.getByRole('table', { name: 'Servers' });
  await expect(servers.getByRole('row')).toHaveCount(51);
  await page.getByRole('navigation', { name: 'Pages of servers' }).getByRole('button', { name: 'Page 2' }).click();
  await expect(servers.getByRole('row', { name: 'web-52' })).toBeVisible();
  await expect(servers.getByRole('row')).toHaveCount(3);
  await page.reload();
  await expect(servers.getByRole('row', { name: 'web-52' })).toBeVisible();

  const addresses = page.getByRole('list', { name: 'Dedicated IP addresses' });
  await expect(addresses.getByRole('listitem').filter({ hasText: 'web-01' })).toHaveCount(1);
  const turn = page.getByRole('navigation', { name: 'Pages of IP addresses' });
  await turn.getByRole('button', { name: 'Page 2' }).click();
  await expect(addresses.getByRole('listitem')).toHaveCount(2);
  await button(page, /^Edit 203\.0\.113/)
    .first()
    .click();
  const choices = page.getByRole('dialog').getByLabel('Server').getByRole('option');
  await expect(choices).toHaveCount(many + 1);
  await page.keyboard.press('Escape');

  await page.goto('/dashboard/hosting?page=9');
  await expect(servers.getByRole('row', { name: 'web-52' })).toBeVisible();
});
