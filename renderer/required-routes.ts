import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { pickLanguage } from './languages/languages.ts';
import { part } from './parts/page.ts';
import { paths, patterns, returnPath } from './paths.ts';
import { type RouterContext, root } from './root-route.ts';
import { readReturnSearch } from './search-params.ts';

interface Asked {
  context: RouterContext;
  search: ReturnType<typeof readReturnSearch>;
}

const signedIn = async ({ context, search }: Asked) => {
  if (!(await context.session.adoptFromPeers())) throw redirect({ ...paths.login, search, replace: true });
};

/** Reads who is signed in, and shows the language that they have chosen. */
const readMe = async ({ queryClient, trpc, i18n }: RouterContext) => {
  const me = await queryClient.ensureQueryData(trpc.profile.getMe.queryOptions());
  await i18n.setLanguage(pickLanguage([me.preferences.language]), 'signed in');
  return me;
};

/** For people who haven't met what their organization requires: the shell needs more than they may call. */
export const requiredSteps = [
  createRoute({
    getParentRoute: () => root,
    path: patterns.verifyFirst,
    validateSearch: readReturnSearch,
    beforeLoad: signedIn,
    loader: ({ context }) => readMe(context),
    component: lazyRouteComponent(
      part(() => import('./features/profile/verify-first-page.tsx')),
      'VerifyFirstPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: patterns.setUpSecondFactor,
    validateSearch: readReturnSearch,
    beforeLoad: signedIn,
    loaderDeps: ({ search }) => search,
    loader: async ({ context, deps: { return_to } }) => {
      await readMe(context);
      const { enabled } = await context.queryClient.fetchQuery(context.trpc.security.getSecondFactor.queryOptions());
      if (!enabled) return;
      const href = returnPath(return_to, location.origin);
      throw href === undefined ? redirect({ ...paths.dashboard, replace: true }) : redirect({ href, replace: true });
    },
    component: lazyRouteComponent(
      part(() => import('./features/security/set-up-second-factor-page.tsx')),
      'SetUpSecondFactorPage',
    ),
  }),
] as const;
