import { createRoute, lazyRouteComponent, notFound, redirect } from '@tanstack/react-router';
import { type Restriction, restrictionNames, restrictions } from '#shared/rules/restrictions.ts';
import {
  type Account,
  type AskedOfPerson,
  readBrowserAccount,
  readInteraction,
  readProtectedHost,
  readSignOut,
} from './api/application-requests.ts';
import { problemOf } from './api/problem.ts';
import { part } from './parts/page.ts';
import { pathOfDevice, pathOfProtectedHost, patterns, requiredSteps } from './paths.ts';
import { auth, readSignIn } from './public-routes.ts';
import type { RouterContext } from './root-route.ts';
import {
  readApplicationProblemSearch,
  readDeviceSearch,
  readInteractionSearch,
  readProtectedHostSearch,
} from './search-params.ts';

/** Undefined for something that is over, or that this browser didn't begin. */
const unlessOver = <Asked extends AskedOfPerson>(asked: Promise<Asked>): Promise<Asked | undefined> =>
  asked.catch((error: unknown) => {
    if (problemOf(error)?.code !== 'NOT_FOUND') throw error;
    return undefined;
  });

/** Without applications, there is no such page. */
const orNotFound = <Answer>(asked: Promise<Answer>): Promise<Answer> =>
  asked.catch((error: unknown) => {
    throw problemOf(error)?.code === 'NOT_FOUND' ? notFound() : error;
  });

/** Has links of emails that someone asks for on the way lead on to `href`, until it is over. */
const keepWay = ({ device }: RouterContext, href: string, isOver: boolean): void => {
  if (!isOver) device.keepWayOn(href);
  else if (device.wayOn() === href) device.keepWayOn(undefined);
};

/** What keeps someone from going on until they have set something up. */
const restrictionIn = (asked: AskedOfPerson | undefined): Restriction | undefined =>
  restrictionNames.find((name) => restrictions[name] === asked?.obstacle);

/** Only whoever has signed in in this tab can do what is required: the cookie counts for applications alone. */
const canMeet = ({ session }: RouterContext, asked: AskedOfPerson | undefined): boolean =>
  session.signedIn() !== undefined && session.signedIn()?.email === asked?.account?.email;

const accountInBrowser = (): Promise<Account | undefined> =>
  readBrowserAccount().catch((error: unknown) => {
    if (problemOf(error)?.code !== 'UNAUTHENTICATED') throw error;
    return undefined;
  });

const always = { shouldReload: true, gcTime: 0, preloadGcTime: 0, preloadStaleTime: 0 } as const;

/** What people see who an application sends here: DECISION 0338. */
export const applicationRoutes = [
  createRoute({
    getParentRoute: () => auth,
    path: patterns.interaction,
    validateSearch: readInteractionSearch,
    loaderDeps: ({ search }) => search,
    // What is asked changes with whoever signs in, so no answer is used twice.
    ...always,
    loader: async ({ context, params, location: { pathname } }) => {
      const [offer, asked] = await Promise.all([readSignIn({ context }), unlessOver(readInteraction(params.uid))]);
      const restriction = restrictionIn(asked);
      keepWay(context, pathname, asked === undefined);
      if (restriction && canMeet(context, asked))
        throw redirect({ ...requiredSteps[restriction], search: { return_to: pathname }, replace: true });
      return { asked, restriction, ...offer };
    },
    component: lazyRouteComponent(
      part(() => import('./features/auth/interaction-page.tsx')),
      'InteractionPage',
    ),
  }),
  createRoute({
    getParentRoute: () => auth,
    path: patterns.protectedHost,
    validateSearch: readProtectedHostSearch,
    loaderDeps: ({ search }) => search,
    ...always,
    loader: async ({ context, deps: { ticket = '' } }) => {
      const [offer, asked] = await Promise.all([readSignIn({ context }), unlessOver(readProtectedHost(ticket))]);
      const restriction = restrictionIn(asked);
      const return_to = pathOfProtectedHost(ticket);
      keepWay(context, return_to, asked === undefined);
      if (restriction && canMeet(context, asked))
        throw redirect({ ...requiredSteps[restriction], search: { return_to }, replace: true });
      return { asked, restriction, ticket, ...offer };
    },
    component: lazyRouteComponent(
      part(() => import('./features/auth/protected-host-page.tsx')),
      'ProtectedHostPage',
    ),
  }),
  createRoute({
    getParentRoute: () => auth,
    path: patterns.applicationSignOut,
    ...always,
    loader: () => orNotFound(readSignOut()),
    component: lazyRouteComponent(
      part(() => import('./features/auth/sign-out-page.tsx')),
      'SignOutPage',
    ),
  }),
  createRoute({
    getParentRoute: () => auth,
    path: patterns.applicationProblem,
    validateSearch: readApplicationProblemSearch,
    component: lazyRouteComponent(
      part(() => import('./features/auth/application-problem-page.tsx')),
      'ApplicationProblemPage',
    ),
  }),
  createRoute({
    getParentRoute: () => auth,
    path: patterns.device,
    validateSearch: readDeviceSearch,
    loaderDeps: ({ search }) => search,
    ...always,
    loader: async ({ context, deps: { user_code } }) => {
      const [offer, account] = await Promise.all([readSignIn({ context }), orNotFound(accountInBrowser())]);
      // Whoever is signed in is asked for nothing by email.
      if (!account) keepWay(context, user_code === undefined ? patterns.device : pathOfDevice(user_code), false);
      return { account, ...offer };
    },
    component: lazyRouteComponent(
      part(() => import('./features/auth/device-page.tsx')),
      'DevicePage',
    ),
  }),
] as const;
