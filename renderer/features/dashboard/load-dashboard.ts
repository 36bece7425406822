import type { QueryClient } from '@tanstack/react-query';
import type { Me, useTRPC } from '../../api/context.tsx';
import type { SignedInUser } from '../../api/tokens.ts';
import { loadFigures } from './figures.ts';
import { loadFirstSteps } from './use-first-steps.ts';
import { loadOverview } from './use-overview.ts';

/**
 * Begins to read all of the dashboard at once, in as few requests as there can be (DECISION 0288), and waits for what would
 * push the rest down later. Works for those who have just signed in, before their preferences are known.
 */
export const loadDashboard = async (
  queryClient: QueryClient,
  trpc: ReturnType<typeof useTRPC>,
  user: SignedInUser & Partial<Pick<Me, 'preferences'>>,
): Promise<void> => {
  loadFigures(queryClient, trpc, user);
  await Promise.all([
    user.preferences?.show_onboarding !== false && loadFirstSteps(queryClient, trpc, user),
    loadOverview(queryClient, trpc, user),
  ]);
};
