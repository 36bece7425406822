import type { QueryClient } from '@tanstack/react-query';
import { may } from '#shared/rules/permissions.ts';
import type { useTRPC } from '../../api/context.tsx';
import type { SignedInUser } from '../../api/tokens.ts';

type Trpc = ReturnType<typeof useTRPC>;

/** The dashboard reads as many, so that both share one answer. */
const readRuns = 100;

/** Upgrades in progress, or those that someone should look at. */
export const runsQuery = (trpc: Trpc, show: 'open' | 'attention') =>
  trpc.hosting.listUpgradeRuns.queryOptions({ show, limit: readRuns });

/** Begins to read what is shown on every screen, and waits for what would shift the layout later. */
export const loadShell = async (queryClient: QueryClient, trpc: Trpc, me: SignedInUser): Promise<void> => {
  // Whether the navigation has an entry for them.
  void queryClient.prefetchQuery(trpc.applications.listMyApplications.queryOptions());
  if (may(me, 'hosting.read')) void queryClient.prefetchQuery(runsQuery(trpc, 'open'));
  await queryClient.prefetchQuery(
    trpc.organization.getTenant.queryOptions(
      { tenant_id: me.tenant_id },
      { staleTime: Number.POSITIVE_INFINITY, retry: false },
    ),
  );
};
