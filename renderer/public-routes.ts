import { createRoute, lazyRouteComponent, notFound, redirect } from '@tanstack/react-router';
import { localBridge } from './api/desktop.ts';
import { canUsePasskeys } from './api/passkeys.ts';
import { part } from './parts/page.ts';
import { applicationPath, paths, patterns, returnPath } from './paths.ts';
import { type RouterContext, readSignInPage, readWelcome, root } from './root-route.ts';
import {
  readLoginSearch,
  readRestoreSearch,
  readReturnSearch,
  readSecondFactorSearch,
  readSignInLinkSearch,
} from './search-params.ts';
import { preloadHome } from './shell-route.tsx';

export const home = createRoute({
  getParentRoute: () => root,
  path: patterns.home,
  beforeLoad: async ({ context }) => {
    const isIn = await context.session.adoptFromPeers();
    const { sample_offered } = isIn ? { sample_offered: false } : await readWelcome(context);
    throw redirect({ ...(sample_offered ? paths.welcome : paths.dashboard), replace: true });
  },
});

/** The first-run screen. Redirects away once an account exists. */
export const welcome = createRoute({
  getParentRoute: () => root,
  path: patterns.welcome,
  beforeLoad: ({ context: { i18n } }) => i18n.setLanguage(i18n.outside.read()),
  loader: async ({ context }) => {
    const offer = await readWelcome(context);
    const isOver = !offer.first_run && !offer.sample_offered;
    if (isOver || offer.sign_ups === 'closed') throw redirect({ ...paths.login, replace: true });
    return offer;
  },
  component: lazyRouteComponent(
    part(() => import('./features/welcome/welcome-page.tsx')),
    'WelcomePage',
  ),
});

export const auth = createRoute({
  getParentRoute: () => root,
  id: 'auth',
  // The last user signed in on this machine may have used another language.
  beforeLoad: ({ context: { i18n } }) => i18n.setLanguage(i18n.outside.read()),
  component: lazyRouteComponent(
    part(() => import('./features/auth/auth-layout.tsx')),
    'AuthLayout',
  ),
});

/** Redirect signed-in users away from these; mail links stay public. */
const passBy = ({ context, search }: { context: RouterContext; search: { return_to?: string } }) => {
  if (!context.session.isSignedIn()) return;
  const href = returnPath(search.return_to, location.origin);
  throw href ? redirect({ href }) : redirect(paths.dashboard);
};

/** With whether passkeys work here: known before the page shows, so that nothing moves later. */
export const readSignIn = async ({ context }: { context: RouterContext }) => {
  const welcome = await readWelcome(context);
  const passkeys = await canUsePasskeys(welcome.passkey_origins);
  if (passkeys) await part(() => import('./features/auth/passkey-sign-in.tsx'))();
  return { ...welcome, passkeys, preloadHome: () => preloadHome(context.i18n.outside.read()) };
};

export const authRoutes = [
  createRoute({
    getParentRoute: () => auth,
    path: patterns.login,
    validateSearch: readLoginSearch,
    beforeLoad: async ({ context, search }) => {
      const href = applicationPath(search.return_to, location.origin);
      if (href) throw redirect({ href, replace: true });
      passBy({ context, search });
      const { first_run, sign_ups } = await readWelcome(context);
      if (first_run && sign_ups !== 'closed') throw redirect({ ...paths.welcome, replace: true });
    },
    loader: readSignIn,
    component: lazyRouteComponent(
      part(() => import('./features/auth/login-page.tsx')),
      'LoginPage',
    ),
  }),
  createRoute({
    getParentRoute: () => auth,
    path: patterns.signIn,
    validateSearch: readLoginSearch,
    beforeLoad: passBy,
    loader: async ({ context, params }) => {
      const [offer, organization] = await Promise.all([readSignIn({ context }), readSignInPage(context, params.slug)]);
      return { ...offer, organization };
    },
    component: lazyRouteComponent(
      part(() => import('./features/auth/login-page.tsx')),
      'OrganizationLoginPage',
    ),
  }),
  createRoute({
    getParentRoute: () => auth,
    path: patterns.signup,
    beforeLoad: ({ context }) => passBy({ context, search: {} }),
    loader: ({ context }) => readWelcome(context),
    component: lazyRouteComponent(
      part(() => import('./features/auth/signup-page.tsx')),
      'SignupPage',
    ),
  }),
  createRoute({
    getParentRoute: () => auth,
    path: patterns.forgot,
    validateSearch: readReturnSearch,
    loader: ({ context }) => readWelcome(context),
    component: lazyRouteComponent(
      part(() => import('./features/auth/forgot-page.tsx')),
      'ForgotPage',
    ),
  }),
  createRoute({
    getParentRoute: () => auth,
    path: patterns.signInLink,
    validateSearch: readSignInLinkSearch,
    loader: ({ context }) => readWelcome(context),
    component: lazyRouteComponent(
      part(() => import('./features/auth/sign-in-link-page.tsx')),
      'SignInLinkPage',
    ),
  }),
  createRoute({
    getParentRoute: () => auth,
    path: patterns.verify,
    loader: ({ context }) => readWelcome(context),
    component: lazyRouteComponent(
      part(() => import('./features/auth/verify-page.tsx')),
      'VerifyPage',
    ),
  }),
  createRoute({
    getParentRoute: () => auth,
    path: patterns.reset,
    component: lazyRouteComponent(
      part(() => import('./features/auth/reset-page.tsx')),
      'ResetPage',
    ),
  }),
  createRoute({
    getParentRoute: () => auth,
    path: patterns.invite,
    component: lazyRouteComponent(
      part(() => import('./features/auth/invite-page.tsx')),
      'InvitePage',
    ),
  }),
  createRoute({
    getParentRoute: () => auth,
    path: patterns.restore,
    validateSearch: readRestoreSearch,
    component: lazyRouteComponent(
      part(() => import('./features/auth/restore-page.tsx')),
      'RestorePage',
    ),
  }),
  createRoute({
    getParentRoute: () => auth,
    path: patterns.secondFactor,
    validateSearch: readSecondFactorSearch,
    loader: readSignIn,
    component: lazyRouteComponent(
      part(() => import('./features/auth/second-factor-page.tsx')),
      'SecondFactorPage',
    ),
  }),
  createRoute({
    getParentRoute: () => auth,
    path: patterns.servers,
    beforeLoad: () => {
      if (localBridge() === undefined) throw notFound();
    },
    loader: () => localBridge()?.listRemotes(),
    component: lazyRouteComponent(
      part(() => import('./features/desktop/remotes-page.tsx')),
      'RemotesPage',
    ),
  }),
  createRoute({
    getParentRoute: () => auth,
    path: patterns.cancelEmailChange,
    component: lazyRouteComponent(
      part(() => import('./features/auth/cancel-email-change-page.tsx')),
      'CancelEmailChangePage',
    ),
  }),
  createRoute({
    getParentRoute: () => auth,
    path: patterns.undo,
    component: lazyRouteComponent(
      part(() => import('./features/auth/undo-page.tsx')),
      'UndoPage',
    ),
  }),
] as const;
