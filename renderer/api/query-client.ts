import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { failureOf, isForbidden } from './problem.ts';

/** `onForbidden` hears when the service refuses what the console offered: the own role has changed meanwhile. */
export const createQueryClient = (onForbidden: () => void): QueryClient => {
  const onError = (error: unknown) => {
    if (isForbidden(error)) onForbidden();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        // The server is often this very machine, reachable without any network.
        networkMode: 'always',
        staleTime: 10_000,
        retry: (count, error) => count < 2 && failureOf(error).unreachable,
        retryDelay: (count) => 400 * 2 ** count,
      },
      mutations: { networkMode: 'always' },
    },
  });
};
