import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext } from '@tanstack/react-router';
import type { TRPCOptionsProxy } from '@trpc/tanstack-react-query';
import type { AppRouter } from '#shared/contract/app-router.ts';
import { second } from '#shared/rules/limits.ts';
import { lowerAscii } from '#shared/text-input/ascii-case.ts';
import type { KnownDevice } from './api/known-device.ts';
import type { Session } from './api/session.ts';
import type { SignedInUser } from './api/tokens.ts';
import { RouteNotFound } from './components/route-states.tsx';
import type { I18n } from './languages/i18n.ts';

export interface RouterContext {
  session: Session;
  device: KnownDevice;
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

/** What the sign-in page of an organization shows. Undefined for an address that no organization has, or without an answer. */
export const readSignInPage = async ({ queryClient, trpc }: RouterContext, slug: string) => {
  const sign_in_slug = lowerAscii(slug);
  const page = await queryClient
    .fetchQuery(trpc.organization.getSignInPage.queryOptions({ sign_in_slug }, { staleTime: second, retry: false }))
    // The page is that of everyone then, where they can sign in all the same.
    .catch(() => undefined);
  return page && { ...page, sign_in_slug };
};
