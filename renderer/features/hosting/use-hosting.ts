import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { defaultCurrency } from '#shared/flows/hosting.ts';
import { type Capabilities, capabilitiesOf, defaultProvider } from '#shared/flows/hosting-providers.ts';
import { pagination } from '#shared/rules/limits.ts';
import { useTRPC } from '../../api/context.tsx';
import { formatDelta, formatMoney, formatUnitPrice } from '../../components/money.ts';
import { paths, patterns } from '../../paths.ts';
import type { HostingTab } from '../../search-params.ts';
import type { Connection, IpAddress, Server } from './servers/servers.logic.ts';

/** After a change, reloads data stored by the service, but not data that comes from the provider, such as prices. */
export const useRefreshHosting = () => {
  const queryClient = useQueryClient();
  const trpc = useTRPC();
  return useCallback(() => {
    const { hosting } = trpc;
    const stored = [
      hosting.listServers,
      hosting.getServer,
      hosting.listUpgradeRuns,
      hosting.listApprovals,
      hosting.listUpgradeQueues,
      hosting.listIpAddresses,
      hosting.listInvoices,
      hosting.getCostHistory,
      hosting.getReconciliation,
    ];
    return Promise.all(stored.map((operation) => queryClient.invalidateQueries(operation.pathFilter())));
  }, [queryClient, trpc]);
};

/** The provider connection; undefined while loading, null if not set up. */
export const useConnection = (): Connection | undefined =>
  useQuery(useTRPC().hosting.listServers.queryOptions({ limit: 1 })).data?.connection;

/** What the connected provider can do; that of the default one while loading. */
export const useCapabilities = (): Capabilities => capabilitiesOf(useConnection()?.provider ?? defaultProvider);

/** Amounts in the current language and the connection's currency, or in another one that an order names. */
export const useMoney = () => {
  const { language } = useTranslation().i18n;
  const currency = useConnection()?.currency ?? defaultCurrency;
  return {
    currency,
    money: (amount: string, other?: string | null) => formatMoney(amount, language, other ?? currency),
    delta: (amount: string) => formatDelta(amount, language, currency),
    unitPrice: (amount: string, decimals: number) => formatUnitPrice(amount, language, currency, decimals),
  };
};

/** The page of the list on a tab; the URL holds it. */
export const useHostingPage = (tab: HostingTab) => {
  const navigate = useNavigate();
  const { page = 1 } = useSearch({ from: `/shell${patterns.hosting}` });
  const onPage = (next: number) =>
    void navigate({ ...paths.hosting, search: { ...(tab !== 'servers' && { tab }), ...(next > 1 && { page: next }) } });
  return { page, onPage };
};

const all = { limit: pagination.maxLimit };

/** All servers, for screens that say something if there is none to choose. */
export const useAllServers = () => useQuery(useTRPC().hosting.listServers.queryOptions(all));

/** Servers to choose from; empty until loaded. */
export const useServerChoices = (): readonly Server[] => useAllServers().data?.servers ?? [];

/** IP addresses to choose from; empty until loaded. */
export const useAddressChoices = (): readonly IpAddress[] =>
  useQuery(useTRPC().hosting.listIpAddresses.queryOptions(all)).data?.ip_addresses ?? [];
