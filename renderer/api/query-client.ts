import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { failureOf, isForbidden } from './problem.ts';

/** Calls `onForbidden` when the service refuses something the console offered: the user's own role has changed. */
export const createQueryClient = (onForbidden: () => void): QueryClient => {
  const onError = (error: unknown) => {
    if (isForbidden(error)) onForbidden();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        // The server is often this machine, reachable without a network.
        networkMode: 'always',
        staleTime: 10_000,
        retry: (count, error) => count < 2 && failureOf(error).unreachable,
        retryDelay: (count) => 400 * 2 ** count,
      },
      mutations: { networkMode: 'always' },
    },
  });
};
