import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useTRPC } from '../../api/context.tsx';

/** What is stored here is read again after a change; what is asked of the provider itself, such as prices, is not. */
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
