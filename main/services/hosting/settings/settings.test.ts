import { describe, expect, it } from 'vitest';
import { auditRows } from '#e2e/support/audit.ts';
import { failsWith } from '#e2e/support/fails-with.ts';
import { createLiveService, hostingCaller, liveSettings, monthlyServer } from '#e2e/support/hosting.ts';
import { noNetwork } from '#e2e/support/no-network.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { createTestService } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import { defaultBaseUrl } from '#shared/flows/hosting.ts';
import { type ProviderDependencies, untestedVersion } from '../../../provider/connections.ts';
import { SendError } from '../../../provider/send-error.ts';
import { tablesOf } from '../../../storage/database/tables.ts';

const { hosting } = contract;

const live = perFile(() => createLiveService());

/** A new team, younger than that of `live.owner`. */
const newcomer = async () => {
  live.app.clock.advance(1);
  return hostingCaller(live.app, await live.app.owner(), live.pay);
};

describe('the connection to the provider', () => {
  it('is absent until it is set up: lists are empty, and operations that need it say so', async () => {
    const { call } = await newcomer();
    expect(await call(hosting.getProviderSettings, {})).toEqual({
      mode: null,
      provider: 'hostwinds',
      base_url: defaultBaseUrl,
      key_last4: null,
      allow_private_addresses: false,
      currency: null,
      provider_currency: null,
      monthly_budget: null,
      approval_limit: null,
      tax_percent: null,
      has_other_owner: false,
      updated_at: null,
    });
    expect(await call(hosting.listServers, {})).toMatchObject({
      servers: [],
      total: 0,
      connection: null,
      monthly_cost: '0.00',
    });
    await failsWith(call(hosting.syncServers, {}), 'PROVIDER_NOT_CONNECTED');
    await failsWith(call(hosting.testProviderConnection, {}), 'PROVIDER_NOT_CONNECTED');
    await failsWith(call(hosting.addIpAddress, { address: '192.0.2.1' }), 'PROVIDER_NOT_CONNECTED');
  });

  it('rejects an address that no call would reach, and says how to allow it', async () => {
    const { call } = live.owner;
    const settings = { ...liveSettings, key: 'secret-key-9876' };
    for (const base_url of ['http://127.0.0.1:8080/', 'http://localhost/', 'https://10.0.0.1/', 'https://[::1]/']) {
      const local = { ...settings, base_url, allow_private_addresses: false };
      const { errors } = await failsWith(call(hosting.updateProviderSettings, local), 'VALIDATION_FAILED');
      expect(errors).toMatchObject([{ path: 'base_url', reason: 'private_address' }]);
      await call(hosting.updateProviderSettings, { ...local, allow_private_addresses: true });
    }
    const metadata = { ...settings, base_url: 'https://169.254.169.254/', allow_private_addresses: true };
    const { errors } = await failsWith(call(hosting.updateProviderSettings, metadata), 'VALIDATION_FAILED');
    expect(errors).toMatchObject([{ path: 'base_url', reason: 'blocked_address' }]);
    await call(hosting.updateProviderSettings, liveSettings);
  });

  it('stores the key encrypted, and only shows its last characters', async () => {
    const { call, person } = await newcomer();
    const key = 'secret-key-9876';
    const settings = await call(hosting.updateProviderSettings, { ...liveSettings, key });
    expect(settings).toMatchObject({ mode: 'live', key_last4: '9876' });
    const answers = [
      settings,
      await call(hosting.getProviderSettings, {}),
      await call(hosting.listServers, {}),
      await auditRows(live.app, person.tenantId),
      await tablesOf(live.app.service.context.db.read).selectFrom('provider_settings').selectAll().execute(),
    ];
    expect(JSON.stringify(answers)).not.toContain('secret-key');
    const row = await tablesOf(live.app.service.context.db.read)
      .selectFrom('provider_settings')
      .selectAll()
      .where('tenant_id', '=', person.tenantId)
      .executeTakeFirstOrThrow();
    const { secretBox } = live.app.service.context;
    expect(secretBox.open('provider_settings.sealed_key', row)).toBe(key);
    expect(() => secretBox.openToken('passkey-challenge', row.sealed_key ?? '')).toThrow();
  });

  it('to an account needs a key, and a new address needs it again: a stored key is never sent elsewhere', async () => {
    const { call } = await newcomer();
    const { errors } = await failsWith(call(hosting.updateProviderSettings, { mode: 'live' }), 'VALIDATION_FAILED');
    expect(errors?.[0]?.path).toBe('key');
    await call(hosting.updateProviderSettings, liveSettings);
    const elsewhere = { mode: 'live' as const, base_url: 'https://elsewhere.example.com/api.php' };
    await failsWith(call(hosting.updateProviderSettings, elsewhere), 'VALIDATION_FAILED');
    await failsWith(call(hosting.testProviderConnection, elsewhere), 'VALIDATION_FAILED');
    expect((await call(hosting.getProviderSettings, {})).base_url).toBe(liveSettings.base_url);
    await call(hosting.updateProviderSettings, { mode: 'live', allow_private_addresses: false });
    expect(await call(hosting.getProviderSettings, {})).toMatchObject({ key_last4: '0001' });
  });

  it.each([
    'http://provider.example.com/api.php',
    'https://user:password@provider.example.com/',
    'https://provider.example.com/?key=1',
    'https://provider.example.com/#x',
    'ftp://provider.example.com/',
    'http://127.0.0.1.example.com/',
    'http://localhost@evil.example.com/',
    'javascript:alert(1)',
    'https://',
  ])('rejects the address %s', async (base_url) => {
    const { errors } = await failsWith(
      live.owner.call(hosting.updateProviderSettings, { ...liveSettings, base_url }),
      'VALIDATION_FAILED',
    );
    expect(errors?.[0]?.path).toBe('base_url');
  });

  it('keeps its account while a run is open, but accepts a new key', async () => {
    const owner = await newcomer();
    await owner.call(hosting.updateProviderSettings, liveSettings);
    await owner.call(hosting.syncServers, {});
    const { run_id } = await owner.call(hosting.startUpgradeRun, { serviceid: monthlyServer });
    const elsewhere = { ...liveSettings, base_url: 'https://elsewhere.example.com/api.php' };
    await failsWith(owner.call(hosting.updateProviderSettings, { mode: 'sandbox' }), 'STATE_CONFLICT');
    await failsWith(owner.call(hosting.updateProviderSettings, elsewhere), 'STATE_CONFLICT');
    await owner.call(hosting.updateProviderSettings, { mode: 'live', key: 'another-key' });
    await owner.call(hosting.cancelUpgradeRun, { run_id });
    await owner.call(hosting.updateProviderSettings, { mode: 'sandbox' });
  });

  it('uses the current settings: a changed key applies from the next call on', async () => {
    const { call } = await newcomer();
    await call(hosting.updateProviderSettings, liveSettings);
    await call(hosting.syncServers, {});
    await call(hosting.updateProviderSettings, { mode: 'live', key: 'wrong-key' });
    await failsWith(call(hosting.syncServers, {}), 'PROVIDER_UNAUTHORIZED');
    await call(hosting.updateProviderSettings, liveSettings);
    await call(hosting.syncServers, {});
  });

  it('is cached for one version of the settings, and never for settings that are only tested', async () => {
    const { provider, db } = live.app.service.context;
    const row = await tablesOf(db.read).selectFrom('provider_settings').selectAll().executeTakeFirstOrThrow();
    expect(provider(row)).toBe(provider({ ...row }));
    expect(provider({ ...row, version: row.version + 1 })).not.toBe(provider(row));
    const tried = { ...row, version: untestedVersion };
    expect(provider(tried)).not.toBe(provider(tried));
  });
});

describe('a provider at a private address', () => {
  const settings = { ...liveSettings, allow_private_addresses: true };

  it('is for the first team: others can neither store nor test one', async () => {
    const guest = await newcomer();
    for (const operation of [hosting.updateProviderSettings, hosting.testProviderConnection]) {
      const { reason } = await failsWith(guest.call(operation, settings), 'FORBIDDEN');
      expect(reason).toBe('private_provider_of_admin_team');
      await live.owner.call(operation, settings);
    }
    expect((await guest.call(hosting.getProviderSettings, {})).mode).toBeNull();
    await live.owner.call(hosting.updateProviderSettings, liveSettings);
  });

  it('needs no permission while the sandbox is used, but switching to the account does', async () => {
    const guest = await newcomer();
    await guest.call(hosting.updateProviderSettings, { ...settings, mode: 'sandbox' });
    await failsWith(guest.call(hosting.updateProviderSettings, { mode: 'live' }), 'FORBIDDEN');
    await guest.call(hosting.updateProviderSettings, { mode: 'live', allow_private_addresses: false });
  });

  it('is refused at call time if it was stored before the rule, unless a flag allows it', async () => {
    const asked: boolean[] = [];
    const send: ProviderDependencies['send'] = ({ allowPrivateAddresses }) => {
      asked.push(allowPrivateAddresses);
      return async () => {
        throw new SendError('network', false);
      };
    };
    for (const flag of ['off', 'on']) {
      const app = await createTestService({ 'allow-private-provider': flag }, { provider: { ...noNetwork, send } });
      const first = hostingCaller(app, await app.owner());
      app.clock.advance(1);
      const guest = hostingCaller(app, await app.owner());
      for (const { call } of [first, guest]) await call(hosting.updateProviderSettings, liveSettings);
      await tablesOf(app.service.context.db.write)
        .updateTable('provider_settings')
        .set({ allow_private_addresses: 1 })
        .execute();
      await failsWith(first.call(hosting.syncServers, {}), 'PROVIDER_UNREACHABLE');
      await failsWith(guest.call(hosting.syncServers, {}), 'PROVIDER_UNREACHABLE');
      if (flag === 'off') {
        // The guest's team becomes the oldest: the cached client must not outlive the refusal.
        await tablesOf(app.service.context.db.write)
          .deleteFrom('tenants')
          .where('id', '=', first.person.tenantId)
          .execute();
        await failsWith(guest.call(hosting.syncServers, {}), 'PROVIDER_UNREACHABLE');
      }
      await app.close();
    }
    expect(asked).toEqual([true, false, true, true, true]);
  });
});

describe('testing the connection', () => {
  it('counts the servers before anything is stored', async () => {
    const { call } = await newcomer();
    expect(await call(hosting.testProviderConnection, liveSettings)).toEqual({
      ok: true,
      reason: null,
      message: null,
      servers: 3,
    });
    expect((await call(hosting.getProviderSettings, {})).mode).toBeNull();
    expect((await call(hosting.testProviderConnection, { mode: 'sandbox' })).ok).toBe(true);
  });

  it('reports a wrong key or an address that is not allowed', async () => {
    const verdict = await live.owner.call(hosting.testProviderConnection, { ...liveSettings, key: 'wrong' });
    expect(verdict).toMatchObject({ ok: false, reason: 'not_authorized', servers: null });
    expect(verdict.message).toContain('Not Authorized');
  });

  it.each([
    ['reset_before', 'network'],
    ['html_before', 'not_json'],
    ['redirect', 'redirected'],
    ['not_found', 'unexpected_status'],
    ['timeout_before', 'timeout'],
  ] as const)('reports %s as %s', async (fault, reason) => {
    live.emulator.fail(fault, { action: 'get_instances', times: 4 });
    const verdict = await live.owner.call(hosting.testProviderConnection, {});
    live.emulator.state.calls.get_instances = 0;
    expect(verdict).toMatchObject({ ok: false, reason });
    // Planned faults that were not used must not affect the next test.
    for (let left = 0; left < 4; left += 1) await live.owner.call(hosting.testProviderConnection, {});
  });
});

describe('the sandbox', () => {
  it('is not available to a live account', async () => {
    const run = await live.owner.ordered();
    await failsWith(live.owner.call(hosting.paySandboxInvoice, { run_id: run.run_id }), 'SANDBOX_ONLY');
    await failsWith(live.owner.call(hosting.cancelSandboxOrder, { run_id: run.run_id }), 'SANDBOX_ONLY');
    await failsWith(live.owner.call(hosting.resetSandbox, {}), 'SANDBOX_ONLY');
    await live.owner.call(hosting.closeUpgradeRun, { run_id: run.run_id, understood: true });
    live.emulator.cancelOrder(Number(monthlyServer));
  });

  it('is separate for each tenant', async () => {
    const [one, other] = [await newcomer(), await newcomer()];
    for (const { call } of [one, other]) {
      await call(hosting.updateProviderSettings, { mode: 'sandbox' });
      await call(hosting.syncServers, {});
    }
    await one.call(hosting.changeBillingCycle, { serviceid: monthlyServer, billingcycle: 'annually' });
    await other.call(hosting.syncServers, {});
    expect((await other.call(hosting.getServer, { serviceid: monthlyServer })).billingcycle).toBe('monthly');
  });

  it('survives a restart, and starts over on reset, including open runs and invoices', async () => {
    const owner = await newcomer();
    const sandbox = hostingCaller(live.app, owner.person);
    await sandbox.call(hosting.updateProviderSettings, { mode: 'sandbox' });
    await sandbox.call(hosting.syncServers, {});
    const run = await sandbox.ordered();
    await live.app.restart();
    expect((await sandbox.check(run)).state).toBe('awaiting_payment');
    await sandbox.call(hosting.addInvoice, { number: '1', issued_on: '2026-01-01', total: '9.99' });
    await sandbox.call(hosting.resetSandbox, {});
    await failsWith(sandbox.call(hosting.getUpgradeRun, { run_id: run.run_id }), 'NOT_FOUND');
    expect((await sandbox.call(hosting.listInvoices, {})).total).toBe(0);
    expect(await sandbox.call(hosting.listServers, {})).toMatchObject({ servers: [], synced_at: null });
    await sandbox.call(hosting.syncServers, {});
    expect((await sandbox.call(hosting.startUpgradeRun, { serviceid: monthlyServer })).state).toBe('choosing');
  });

  it('does not mix with the account: each keeps its servers, costs and invoices', async () => {
    const { call } = await newcomer();
    await call(hosting.updateProviderSettings, liveSettings);
    await call(hosting.syncServers, {});
    await call(hosting.updateServer, { serviceid: monthlyServer, label: 'Live' });
    await call(hosting.addInvoice, { number: '1', issued_on: '2026-01-01', total: '9.99' });
    await call(hosting.updateProviderSettings, { mode: 'sandbox' });
    expect((await call(hosting.listServers, {})).servers).toEqual([]);
    await call(hosting.syncServers, {});
    expect((await call(hosting.getServer, { serviceid: monthlyServer })).label).toBe('mail-1');
    await call(hosting.resetSandbox, {});
    await call(hosting.updateProviderSettings, { mode: 'live' });
    expect((await call(hosting.getServer, { serviceid: monthlyServer })).label).toBe('Live');
    expect((await call(hosting.listInvoices, {})).total).toBe(1);
  });
});
