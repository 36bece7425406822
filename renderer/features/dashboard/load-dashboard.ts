import type { QueryClient } from '@tanstack/react-query';
import type { Me, useTRPC } from '../../api/context.tsx';
import { loadFigures } from './figures.ts';
import { loadFirstSteps } from './use-first-steps.ts';
import { loadOverview } from './use-overview.ts';

/**
 * Begins to read all of the dashboard at once, in as few requests as there can be (DECISION 0288), and waits for what would
 * push the rest down later.
 */
export const loadDashboard = async (
  queryClient: QueryClient,
  trpc: ReturnType<typeof useTRPC>,
  me: Me,
): Promise<void> => {
  loadFigures(queryClient, trpc, me);
  await Promise.all([loadFirstSteps(queryClient, trpc, me), loadOverview(queryClient, trpc, me)]);
};
