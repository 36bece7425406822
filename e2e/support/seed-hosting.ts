import type { AppContext } from '#main/services/context.ts';
import { newRun } from '#main/services/hosting/runs/begin-run.ts';
import type { WriteTransaction } from '#main/storage/database/schema.ts';
import { recordCost } from '#main/storage/store/hosting/costs.ts';
import { insertInvoice } from '#main/storage/store/hosting/hosting-invoices.ts';
import { insertProviderSettings } from '#main/storage/store/hosting/provider-settings.ts';
import { insertServer, type ServerRow } from '#main/storage/store/hosting/servers.ts';
import { insertIpAddress } from '#main/storage/store/hosting/smtp-ip-addresses.ts';
import { insertRun } from '#main/storage/store/hosting/upgrade-runs.ts';
import { sizesShape } from '#main/storage/store/stored-shapes.ts';
import { defaultBaseUrl, type Sizes } from '#shared/flows/hosting.ts';
import { managedServer, monthlyServer, yearlyServer } from './hosting.ts';

/** Ids of a tenant's data at the hosting provider. */
export interface SeededHosting {
  /** A server whose id no other tenant uses. */
  ownServer: string;
  /** The run of `yearlyServer`, at the choice of its plan. */
  runId: string;
  ipId: string;
  invoiceId: string;
}

let counter = 90_000;
const smallest: Sizes = { cpu: 1, ram_mb: 2_048, disk_gb: 50, bandwidth_gb: 2_048 };
const sizes: Record<string, Sizes> = {
  [yearlyServer]: { cpu: 2, ram_mb: 6_144, disk_gb: 100, bandwidth_gb: 2_048 },
  [managedServer]: { cpu: 2, ram_mb: 4_096, disk_gb: 60, bandwidth_gb: 2_048 },
};

/** Writes the data of a tenant that uses the sandbox, as the operations would leave it. */
export const seedHosting = async (
  { ids, clock }: AppContext,
  tx: WriteTransaction,
  tenantId: string,
  ownerId: string,
): Promise<SeededHosting> => {
  counter += 1;
  const now = clock.now();
  const scope = { tenant_id: tenantId, mode: 'sandbox' as const };
  const seeded = {
    ownServer: String(counter),
    runId: ids.id('run'),
    ipId: ids.id('ip'),
    invoiceId: ids.id('bill'),
  };
  await insertProviderSettings(tx, {
    ...scope,
    provider: 'hostwinds',
    base_url: defaultBaseUrl,
    sealed_key: null,
    key_last4: null,
    allow_private_addresses: 0,
    version: 1,
    updated_at: now,
    synced_at: now,
    unreadable_servers: null,
    currency: null,
    told_currency: null,
    monthly_budget: null,
    approval_limit: null,
    tax_rate: null,
  });
  const server = (service_id: string, given: Partial<ServerRow> = {}): ServerRow => ({
    ...scope,
    service_id,
    provider_label: `Server#${service_id}`,
    own_label: null,
    tags: ',mail,',
    status: 'ACTIVE',
    is_suspended: 0,
    is_locked: 0,
    product_name: 'Linux VPS',
    sizes: sizesShape.write(sizes[service_id] ?? smallest),
    main_ip: '203.0.113.10',
    billing_cycle: 'monthly',
    managed: 0,
    drive_type: null,
    priced_for: null,
    approximate_cost: 999,
    cost_source: 'price_list',
    cost_updated_at: now,
    seen_at: now,
    gone_at: null,
    ...given,
  });
  await insertServer(tx, server(monthlyServer));
  const yearly = server(yearlyServer, { billing_cycle: 'annually' });
  await insertServer(tx, yearly);
  await insertServer(tx, server(managedServer, { managed: 1 }));
  await insertServer(tx, server(seeded.ownServer));
  await recordCost(tx, { ...scope, subject: 'server', subject_id: monthlyServer, at: now, approximate_cost: 999 });
  await insertRun(
    tx,
    newRun(
      { ids, clock },
      yearly,
      { actor: { id: ownerId } },
      { id: seeded.runId, kind: 'upgrade', state: 'choosing', version: 1, seen_version: null },
    ),
  );
  await insertIpAddress(tx, {
    ...scope,
    id: seeded.ipId,
    address: '198.51.100.7',
    label: 'Mail',
    service_id: monthlyServer,
    approximate_cost: 499,
    created_at: now,
    removed_at: null,
    is_imported: 0,
    unlisted_at: null,
  });
  await insertInvoice(tx, {
    ...scope,
    id: seeded.invoiceId,
    number: 'INV-1',
    issued_on: '2026-01-02',
    total: 999,
    billing_cycle: 'monthly',
    service_id: monthlyServer,
    ip_id: null,
    run_id: null,
    note: '',
    origin: 'entered',
    created_at: now,
  });
  return seeded;
};
