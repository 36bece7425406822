import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { createTRPCClient, httpLink, type Operation, type TRPCClient } from '@trpc/client';
import type { AppRouter } from '#shared/app-router.ts';
import { idempotencyHeader } from '#shared/contract/operation.ts';
import { authLink, type RequestNotes } from './auth-link.ts';
import { idempotencyLink } from './idempotency-link.ts';
import { failureOf, isForbidden } from './problem.ts';
import type { Session } from './session.ts';

export type Client = TRPCClient<AppRouter>;

/** Relative: the server of the console also serves the API. */
const url = '/trpc';

const headers = ({ op }: { op: Operation }): Record<string, string> => {
  const { accessToken, background, idempotencyKey } = op.context as RequestNotes;
  return {
    ...(accessToken && { authorization: `Bearer ${accessToken}` }),
    ...(background && { 'x-castellan-background': '1' }),
    ...(idempotencyKey && { [idempotencyHeader]: idempotencyKey }),
  };
};

/** For operations that need no session. The session also uses it to refresh. */
export const createPublicClient = (): Client =>
  createTRPCClient<AppRouter>({ links: [idempotencyLink, httpLink({ url, headers })] });

export const createClient = (session: Session): Client =>
  createTRPCClient<AppRouter>({
    links: [
      // Before the link that sends requests again, so that each keeps its key.
      idempotencyLink,
      authLink(session),
      httpLink({ url, headers }),
    ],
  });

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
