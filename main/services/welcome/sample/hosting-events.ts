import { defaultProvider, hostingProviders } from '#shared/flows/hosting-providers.ts';
import { fromMinor } from '#shared/flows/money.ts';
import { hour, minute } from '#shared/rules/limits.ts';
import { serverAnswer } from '../../../provider/emulator/answers.ts';
import { initialState } from '../../../provider/emulator/initial-state.ts';
import { readingOf } from '../../../provider/ordering-provider.ts';
import { providerServer } from '../../../provider/provider-server.ts';
import { recordCost } from '../../../storage/store/hosting/costs.ts';
import { insertProviderSettings, recordSync } from '../../../storage/store/hosting/provider-settings.ts';
import { findServer, updateServer } from '../../../storage/store/hosting/servers.ts';
import { insertIpAddress } from '../../../storage/store/hosting/smtp-ip-addresses.ts';
import { addServer, setServerCost } from '../../hosting/servers/servers.ts';
import { ipAddressTarget, providerTarget } from '../../hosting/targets.ts';
import { type SampleEvent, sandboxOf } from './sample-events.ts';
import { ago, hostingAge, type Timeline } from './timeline.ts';

/** What each server of a new sandbox account costs per month, in cents, from some days ago on. The last is its price. */
const serverCosts = [
  { serviceId: '12345', costs: [{ since: hostingAge, cost: 999 }] },
  {
    serviceId: '12346',
    costs: [
      { since: 128, cost: 1_899 },
      { since: 41, cost: 2_609 },
    ],
  },
  {
    serviceId: '12347',
    costs: [
      { since: hostingAge, cost: 2_040 },
      { since: 97, cost: 3_060 },
    ],
  },
] as const;

const addresses = [
  { address: '198.51.100.7', label: 'Newsletters', since: 151, cost: 499, serviceId: '12345' },
  { address: '198.51.100.8', label: 'Receipts', since: 62, cost: 350, serviceId: '12346' },
] as const;

/** As a team that chooses the sandbox stores it: the sandbox has an address of its own. */
const { baseUrl } = hostingProviders[defaultProvider];

const connection = (timeline: Timeline): SampleEvent => {
  const at = ago(timeline, hostingAge) - 10 * minute;
  const { owner, tenant } = timeline;
  return {
    at,
    write: ({ tx }) =>
      insertProviderSettings(tx, {
        tenant_id: tenant.id,
        mode: 'sandbox',
        provider: defaultProvider,
        base_url: baseUrl,
        sealed_key: null,
        key_last4: null,
        allow_private_addresses: 0,
        version: 1,
        updated_at: at,
        synced_at: at,
        unreadable_servers: null,
        currency: null,
        told_currency: null,
        monthly_budget: 9_000,
        approval_limit: null,
        tax_rate: null,
      }),
    audit: {
      actor: owner,
      action: 'updateProviderSettings',
      target: providerTarget(tenant.id, 'sandbox'),
      details: {
        mode: 'sandbox',
        provider: defaultProvider,
        base_url: baseUrl,
        new_key: false,
        allow_private_addresses: false,
      },
      from: 0,
    },
  };
};

/** The servers that a new sandbox account lists, so that a sync finds nothing new. */
const servers = (timeline: Timeline): SampleEvent[] => {
  const { tenant, owner, present } = timeline;
  const scope = sandboxOf(tenant.id);
  const sandbox = { tenant_id: tenant.id, mode: 'sandbox' } as const;
  const listing = (serviceId: string, since: number, cost: number): SampleEvent => {
    const at = ago(timeline, since);
    return {
      at,
      write: async ({ tx }) => {
        const listed = initialState(present).servers.find(({ serviceid }) => `${serviceid}` === serviceId);
        if (!listed) throw new Error(`The sandbox has no server ${serviceId}`);
        const added = await addServer(tx, scope, readingOf(providerServer.parse(serverAnswer(listed, undefined))), at);
        await updateServer(tx, added, { approximate_cost: cost, cost_source: 'price_list' });
        await recordCost(tx, { ...sandbox, subject: 'server', subject_id: serviceId, at, approximate_cost: cost });
        await recordSync(tx, scope, present - 3 * hour);
      },
      audit: {
        actor: owner,
        action: 'syncServers',
        target: providerTarget(tenant.id, 'sandbox'),
        details: { servers: 1, added: 1, gone: 0 },
        from: 0,
      },
    };
  };
  const pricing = (serviceId: string, since: number, cost: number): SampleEvent => {
    const at = ago(timeline, since);
    return {
      at,
      write: async ({ tx }) => {
        const server = await findServer(tx, scope, serviceId);
        if (server) await setServerCost(tx, server, cost, 'price_list', at);
      },
    };
  };
  return serverCosts.flatMap(({ serviceId, costs }) =>
    costs.map(({ since, cost }, index) => (index === 0 ? listing : pricing)(serviceId, since, cost)),
  );
};

const ipAddresses = (timeline: Timeline): SampleEvent[] =>
  addresses.map(({ address, label, since, cost, serviceId }) => {
    const at = ago(timeline, since);
    const { ids, owner, tenant } = timeline;
    const sandbox = { tenant_id: tenant.id, mode: 'sandbox' } as const;
    const row = {
      ...sandbox,
      id: ids.id('ip'),
      address,
      label,
      service_id: serviceId,
      approximate_cost: cost,
      created_at: at,
      removed_at: null,
      is_imported: 0,
      unlisted_at: null,
    } as const;
    return {
      at,
      write: async ({ tx }) => {
        await insertIpAddress(tx, row);
        await recordCost(tx, { ...sandbox, subject: 'ip_address', subject_id: row.id, at, approximate_cost: cost });
      },
      audit: {
        actor: owner,
        action: 'addIpAddress',
        target: ipAddressTarget(row),
        details: { approximate_cost: fromMinor(cost), serviceid: serviceId },
        from: 0,
      },
    };
  });

/** The sandbox account with its servers and addresses, and what they have cost since it was connected. */
export const hostingEvents = (timeline: Timeline): SampleEvent[] => [
  connection(timeline),
  ...servers(timeline),
  ...ipAddresses(timeline),
];
