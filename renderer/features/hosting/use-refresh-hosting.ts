import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useTRPC } from '../../api/context.tsx';

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
      hosting.listIpAddresses,
      hosting.listInvoices,
      hosting.getCostHistory,
      hosting.getReconciliation,
    ];
    return Promise.all(stored.map((operation) => queryClient.invalidateQueries(operation.pathFilter())));
  }, [queryClient, trpc]);
};
