import { useQueryClient } from '@tanstack/react-query';
import { useTRPC } from '../../api/context.tsx';

/** What is stored here is read again after a change; what is asked of the provider itself, such as prices, is not. */
export const useRefreshHosting = () => {
  const queryClient = useQueryClient();
  const { hosting } = useTRPC();
  return () =>
    Promise.all(
      [
        hosting.listServers,
        hosting.getServer,
        hosting.listUpgradeRuns,
        hosting.listIpAddresses,
        hosting.listInvoices,
        hosting.getCostHistory,
        hosting.getReconciliation,
      ].map((operation) => queryClient.invalidateQueries(operation.pathFilter())),
    );
};
