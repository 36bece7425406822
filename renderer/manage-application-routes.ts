import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { part } from './parts/page.ts';
import { patterns } from './paths.ts';
import { readApplicationsSearch } from './search-params.ts';
import { shell } from './shell-route.tsx';

/** Where applications are managed, and where people open theirs. */
export const manageApplicationRoutes = [
  createRoute({
    getParentRoute: () => shell,
    path: patterns.applications,
    validateSearch: readApplicationsSearch,
    component: lazyRouteComponent(
      part(() => import('./features/applications/applications-page.tsx')),
      'ApplicationsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: patterns.application,
    component: lazyRouteComponent(
      part(() => import('./features/applications/application-page.tsx')),
      'ApplicationPage',
    ),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: patterns.apps,
    component: lazyRouteComponent(
      part(() => import('./features/applications/my-apps-page.tsx')),
      'MyAppsPage',
    ),
  }),
] as const;
