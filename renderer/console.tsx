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
import { applicationPath, paths, patterns, requiredSteps, wayOnFrom } from './paths.ts';
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
    onRestricted: (restriction) => {
      const return_to = wayOn();
      void router.navigate({
        ...requiredSteps[restriction],
        search: return_to === undefined ? {} : { return_to },
        replace: true,
      });
    },
  });
  const liveQueries = createLiveQueries(queryClient, sessionParts.now);
  const live = createLiveUpdates(session, sessionParts.now, liveQueries.refresh);
  const confirmations = createConfirmations();
  const captcha = createCaptcha();
  const client = createClient(session, liveQueries, confirmations, device, captcha);
  const trpc = createTRPCOptionsProxy<AppRouter>({ client, queryClient });
  const router = createConsoleRouter({ session, device, queryClient, trpc, i18n }, basePath);

  /** Where someone was going who is led to another step. */
  const wayOn = (): string | undefined => wayOnFrom(router.state.location, device, location.origin);

  watchWay(() => router.state.isLoading);

  session.onEnd((reason) => {
    confirmations.cancel(new SignedOutError());
    const { href: here, pathname } = router.state.location;
    const href = wayOn() ?? (pathname === patterns.dashboard ? undefined : here);
    // After signing out, go to the start, or on to the application; after being signed out, return to the same page.
    const isLeft = reason === 'logout' || reason === 'deleted';
    const return_to = isLeft ? applicationPath(href, location.origin) : href;
    const search = { ...(reason && { reason }), ...(return_to && { return_to }) };
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
