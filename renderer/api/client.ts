import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { createTRPCClient, type TRPCClient } from '@trpc/client';
import type { AppRouter } from '#shared/contract/app-router.ts';
import {
  backgroundHeader,
  bearer,
  captchaHeader,
  deviceHeader,
  idempotencyHeader,
  trpcPrefix,
} from '#shared/contract/http-names.ts';
import type { Restriction } from '#shared/rules/restrictions.ts';
import { authLink, type RequestNotes } from './auth-link.ts';
import type { Captcha } from './captcha.ts';
import { captchaLink } from './captcha-link.ts';
import { changeLink } from './change-link.ts';
import { confirmLink } from './confirm-link.ts';
import type { Confirmations } from './confirmations.ts';
import { idempotencyLink } from './idempotency-link.ts';
import type { KnownDevice } from './known-device.ts';
import type { LiveQueries } from './live-queries.ts';
import { failureOf, isForbidden, restrictionIn } from './problem.ts';
import { readLink } from './read-link.ts';
import type { Session } from './session.ts';

export type Client = TRPCClient<AppRouter>;

/** Relative to the page's base: the server of the console also serves the API. */
const url = trpcPrefix.slice(1);

const createTransport = (device: KnownDevice) =>
  readLink({
    url,
    fetch: async (input, init) => {
      // The types of tRPC also fit other platforms.
      const answer = await fetch(input, init as RequestInit);
      const token = answer.headers.get(deviceHeader);
      if (token !== null) device.remember(token);
      return answer;
    },
    headers: ({ context }) => {
      const { accessToken, background, captcha, idempotencyKey } = context as RequestNotes;
      const known = accessToken === undefined ? device.token() : undefined;
      return {
        ...(known && { [deviceHeader]: known }),
        ...(accessToken && { authorization: bearer(accessToken) }),
        ...(background && { [backgroundHeader]: '1' }),
        ...(captcha && { [captchaHeader]: captcha }),
        ...(idempotencyKey && { [idempotencyHeader]: idempotencyKey }),
      };
    },
  });

/** For operations that need no session. The session also uses it to refresh. */
export const createPublicClient = (device: KnownDevice): Client =>
  createTRPCClient<AppRouter>({ links: [idempotencyLink, createTransport(device)] });

export const createClient = (
  session: Session,
  { isRefreshing, afterChange }: Omit<LiveQueries, 'refresh'>,
  confirmations: Confirmations,
  device: KnownDevice,
  captcha: Captcha,
): Client =>
  createTRPCClient<AppRouter>({
    // Keys come before the links that send requests again, so that each keeps its own.
    links: [
      changeLink(afterChange),
      idempotencyLink,
      confirmLink(confirmations),
      authLink(session, isRefreshing),
      captchaLink(captcha),
      createTransport(device),
    ],
  });

interface RefusalListeners {
  /** The service refuses something that the console offered: the user's own role has changed. */
  onForbidden: () => void;
  /** The organization requires something that the user hasn't met yet. */
  onRestricted: (restriction: Restriction) => void;
}

export const createQueryClient = ({ onForbidden, onRestricted }: RefusalListeners): QueryClient => {
  const onError = (error: unknown) => {
    const restriction = restrictionIn(error);
    if (restriction) onRestricted(restriction);
    else if (isForbidden(error)) onForbidden();
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
