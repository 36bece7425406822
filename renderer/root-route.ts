import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext } from '@tanstack/react-router';
import type { TRPCOptionsProxy } from '@trpc/tanstack-react-query';
import type { AppRouter } from '#shared/contract/app-router.ts';
import { second } from '#shared/rules/limits.ts';
import type { Session } from './api/session.ts';
import type { SignedInUser } from './api/tokens.ts';
import { RouteNotFound } from './components/route-states.tsx';
import type { I18n } from './languages/i18n.ts';

export interface RouterContext {
  session: Session;
  queryClient: QueryClient;
  trpc: TRPCOptionsProxy<AppRouter>;
  i18n: I18n;
}

/** Who has signed in a moment ago, for reading ahead: until the service has said who is signed in. */
export const justSignedIn = ({ queryClient, trpc, session }: RouterContext): SignedInUser | undefined =>
  queryClient.getQueryData(trpc.profile.getMe.queryKey()) ? undefined : session.signedIn();

export const root = createRootRouteWithContext<RouterContext>()({ notFoundComponent: RouteNotFound });

/**
 * What a new installation offers. If the service does not answer, the page shown instead says so. Fetched once for the
 * redirects of one navigation.
 */
export const readWelcome = ({ queryClient, trpc }: RouterContext) =>
  queryClient.fetchQuery(trpc.welcome.getWelcome.queryOptions({}, { staleTime: second, retry: false })).catch(() => ({
    first_run: false,
    sample_offered: false,
    sign_ups: 'open' as const,
    setup_token_required: false,
    sends_email: true,
    passkey_origins: [],
  }));
