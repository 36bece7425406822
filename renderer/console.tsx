import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query';
import type { ReactElement } from 'react';
import type { AppRouter } from '#shared/contract/app-router.ts';
import { createCaptcha } from './api/captcha.ts';
import { createClient, createPublicClient, createQueryClient } from './api/client.ts';
import { createConfirmations } from './api/confirmations.ts';
import type { KnownDevice } from './api/known-device.ts';
import type { LinkTokens } from './api/link-token.ts';
import { createLiveQueries } from './api/live-queries.ts';
import { createLiveUpdates } from './api/live-updates.ts';
import { SignedOutError } from './api/problem.ts';
import { createSession, type SessionParts } from './api/session.ts';
import { App } from './app.tsx';
import type { I18n } from './languages/i18n.ts';
import { watchWay } from './parts/page.ts';
import { paths, patterns, requiredSteps } from './paths.ts';
import { createConsoleRouter } from './routes.tsx';

/** What the console takes from the page that it runs in. */
export interface ConsoleParts extends Omit<SessionParts, 'refresh'> {
  device: KnownDevice;
  linkTokens: LinkTokens;
  i18n: I18n;
  styleNonce: string;
  /** Where the server is mounted behind a proxy, such as `/castellan/`. */
  basePath: string;
}

export interface Console {
  /** To render once. */
  element: ReactElement;
  router: ReturnType<typeof createConsoleRouter>;
}

/** The console's parts, connected: what a browser shows, and what tests of its screens mount. */
export const createConsole = ({
  device,
  linkTokens,
  i18n,
  styleNonce,
  basePath,
  ...sessionParts
}: ConsoleParts): Console => {
  const publicClient = createPublicClient(device);
  const session = createSession({
    ...sessionParts,
    refresh: (refresh_token, background) =>
      publicClient.auth.refresh.mutate({ refresh_token }, { context: { background } }),
  });
  const queryClient = createQueryClient({
    onForbidden: () => void queryClient.invalidateQueries(trpc.profile.getMe.queryFilter()),
    onRestricted: (restriction) => void router.navigate({ ...requiredSteps[restriction], replace: true }),
  });
  const liveQueries = createLiveQueries(queryClient, sessionParts.now);
  const live = createLiveUpdates(session, sessionParts.now, liveQueries.refresh);
  const confirmations = createConfirmations();
  const captcha = createCaptcha();
  const client = createClient(session, liveQueries, confirmations, device, captcha);
  const trpc = createTRPCOptionsProxy<AppRouter>({ client, queryClient });
  const router = createConsoleRouter({ session, queryClient, trpc, i18n }, basePath);

  watchWay(() => router.state.isLoading);

  session.onEnd((reason) => {
    confirmations.cancel(new SignedOutError());
    const { href, pathname } = router.state.location;
    // After signing out, go to the start; after being signed out, return to the same page.
    const comesBack = reason !== 'logout' && reason !== 'deleted' && pathname !== patterns.dashboard;
    const search = { ...(reason && { reason }), ...(comesBack && { return_to: href }) };
    // Leave the screens first, so that their data is cleared when nothing shows it anymore.
    void router.navigate({ ...paths.login, search, replace: true }).finally(() => queryClient.clear());
  });

  return {
    element: (
      <App
        router={router}
        session={session}
        client={client}
        confirmations={confirmations}
        captcha={captcha}
        device={device}
        queryClient={queryClient}
        linkTokens={linkTokens}
        live={live}
        i18n={i18n}
        styleNonce={styleNonce}
      />
    ),
    router,
  };
};
