import type { QueryClient } from '@tanstack/react-query';
import type { Me, useTRPC } from '../../api/context.tsx';
import { loadFirstSteps } from './use-first-steps.ts';
import { loadOverview } from './use-overview.ts';

/** Loads what would push the rest of the dashboard down later, before it shows. */
export const loadDashboard = async (
  queryClient: QueryClient,
  trpc: ReturnType<typeof useTRPC>,
  me: Me,
): Promise<void> => {
  await Promise.all([loadFirstSteps(queryClient, trpc, me), loadOverview(queryClient, trpc, me)]);
};
