import type { contract } from '#shared/contract/index.ts';
import { hostingProviders } from '#shared/flows/hosting-providers.ts';
import { fromMinor } from '#shared/flows/money.ts';
import { toIso } from '../../../platform/clock.ts';
import { findProviderSettings, type ProviderSettingsRow } from '../../../storage/store/hosting/provider-settings.ts';
import * as store from '../../../storage/store/hosting/servers.ts';
import { sumIpAddressCosts } from '../../../storage/store/hosting/smtp-ip-addresses.ts';
import { sumOrderedCosts } from '../../../storage/store/hosting/upgrade-runs.ts';
import { unreadableServersOf } from '../../../storage/store/stored-columns.ts';
import type { Handler } from '../../handler.ts';
import { readPage } from '../../read-page.ts';
import { currencyOf, providerOf, scopeOf } from '../hosting-context.ts';
import { presentUnreadableServer } from '../present-stored.ts';
import { presentAmount } from '../settings/settings.ts';
import { presentServer } from './servers.ts';
import { presentTagCosts } from './tags.ts';

/** The connection details that anyone who can see servers may know. */
const presentConnection = (settings: ProviderSettingsRow) => {
  const { mode, base_url, monthly_budget, approval_limit } = settings;
  const provider = providerOf(settings);
  return {
    mode,
    provider,
    client_area_url: mode === 'live' ? (hostingProviders[provider].clientArea ?? new URL(base_url).origin) : '',
    currency: currencyOf(settings),
    monthly_budget: presentAmount(monthly_budget),
    approval_limit: presentAmount(approval_limit),
  };
};

/** Servers as last read, without waiting for the provider. */
export const listServers: Handler<typeof contract.hosting.listServers> = async ({ db }, input, { caller, client }) => {
  const settings = await findProviderSettings(db.read, caller.principal.tenantId);
  if (!settings) {
    const none = fromMinor(0);
    const costs = { monthly_cost: none, ordered_cost: none, unpriced: 0 };
    const lists = { servers: [], tags: [], plans: [], unreadable: [] };
    return { ...lists, total: 0, shown_cost: none, ...costs, connection: null, synced_at: null };
  }
  const scope = scopeOf(settings);
  const { sort, order, q, show, plan, tag } = input;
  const filter = { q, show, plan, tag };
  const [rows, total, shown, tagged, plans, servers, unpriced, addresses, ordered] = await Promise.all([
    readPage(input, client, (page) => store.pageOfServers(db.read, scope, filter, { ...page, sort, order })),
    store.countServers(db.read, scope, filter),
    store.sumShownCosts(db.read, scope, filter),
    store.sumTaggedCosts(db.read, scope),
    store.listProducts(db.read, scope),
    store.sumServerCosts(db.read, scope),
    store.countUnpricedServers(db.read, scope),
    sumIpAddressCosts(db.read, scope),
    sumOrderedCosts(db.read, scope),
  ]);
  return {
    servers: rows.map(presentServer),
    total,
    monthly_cost: fromMinor(servers + addresses),
    shown_cost: fromMinor(shown),
    ordered_cost: fromMinor(ordered),
    unpriced,
    tags: presentTagCosts(tagged),
    plans,
    connection: presentConnection(settings),
    unreadable: unreadableServersOf(settings).map(presentUnreadableServer),
    synced_at: settings.synced_at === null ? null : toIso(settings.synced_at),
  };
};
