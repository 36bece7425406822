import { createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import type { Me } from './api/context.tsx';
import { applicationRoutes } from './application-routes.ts';
import { PageLoader, RouteFailure } from './components/route-states.tsx';
import { manageApplicationRoutes } from './manage-application-routes.ts';
import { part } from './parts/page.ts';
import { paths, patterns } from './paths.ts';
import { auth, authRoutes, home, welcome } from './public-routes.ts';
import { requiredSteps } from './required-routes.ts';
import { justSignedIn, type RouterContext, root } from './root-route.ts';
import {
  readAuditSearch,
  readEventDestinationSearch,
  readGroupSearch,
  readHostingSearch,
  readInstallationSearch,
  readMailSearch,
  readProfileSearch,
  readSecuritySearch,
  readSessionsSearch,
  readSettingsSearch,
  readTeamSearch,
  readUpgradesSearch,
  readWorkspaceSearch,
  readWorkspacesSearch,
} from './search-params.ts';
import { shell } from './shell-route.tsx';

const shellRoutes = [
  createRoute({
    getParentRoute: () => shell,
    path: patterns.dashboard,
    loader: async ({ context }) => {
      const { queryClient, trpc } = context;
      const expected = justSignedIn(context);
      const { loadDashboard } = await part(() => import('./home.ts'))();
      if (expected) void loadDashboard(queryClient, trpc, expected);
      await loadDashboard(queryClient, trpc, await queryClient.ensureQueryData(trpc.profile.getMe.queryOptions()));
    },
    component: lazyRouteComponent(
      part(() => import('./home.ts')),
      'DashboardPage',
    ),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: patterns.team,
    validateSearch: readTeamSearch,
    component: lazyRouteComponent(
      part(() => import('./features/team/team-page.tsx')),
      'TeamPage',
    ),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: patterns.member,
    component: lazyRouteComponent(
      part(() => import('./features/team/member-page.tsx')),
      'MemberPage',
    ),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: patterns.group,
    validateSearch: readGroupSearch,
    component: lazyRouteComponent(
      part(() => import('./features/team/group-page.tsx')),
      'GroupPage',
    ),
  }),
  ...manageApplicationRoutes,
  createRoute({
    getParentRoute: () => shell,
    path: patterns.workspaces,
    validateSearch: readWorkspacesSearch,
    component: lazyRouteComponent(
      part(() => import('./features/workspaces/workspaces-page.tsx')),
      'WorkspacesPage',
    ),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: patterns.newWorkspace,
    component: lazyRouteComponent(
      part(() => import('./features/workspaces/new-workspace-page.tsx')),
      'NewWorkspacePage',
    ),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: patterns.workspace,
    validateSearch: readWorkspaceSearch,
    component: lazyRouteComponent(async () => {
      const [{ WorkspacePage }, { WorkspaceActivity }] = await Promise.all([
        part(() => import('./features/workspaces/workspace-page.tsx'))(),
        part(() => import('./features/audit/workspace-activity.tsx'))(),
      ]);
      return { default: () => <WorkspacePage activity={WorkspaceActivity} /> };
    }),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: patterns.workspaceSettings,
    // The address of seed 000, section 2, and of earlier versions.
    beforeLoad: ({ params: { slug } }) => {
      throw redirect({ ...paths.workspaceTab(slug, 'settings'), replace: true });
    },
  }),
  createRoute({
    getParentRoute: () => shell,
    path: patterns.sessions,
    validateSearch: readSessionsSearch,
    component: lazyRouteComponent(
      part(() => import('./features/sessions/sessions-page.tsx')),
      'SessionsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: patterns.profile,
    validateSearch: readProfileSearch,
    component: lazyRouteComponent(async () => {
      const [{ ProfilePage }, { PasskeysTab }, { SecondFactorTab }, { ApiKeysTab }, { GivenAccessTab }] =
        await Promise.all([
          part(() => import('./features/profile/profile-page.tsx'))(),
          part(() => import('./features/security/passkeys-tab.tsx'))(),
          part(() => import('./features/security/second-factor-tab.tsx'))(),
          part(() => import('./features/security/api-keys-tab.tsx'))(),
          part(() => import('./features/applications/given-access-tab.tsx'))(),
        ]);
      const others = {
        passkeys: PasskeysTab,
        'second-factor': SecondFactorTab,
        'api-keys': ApiKeysTab,
        applications: GivenAccessTab,
      };
      return { default: () => <ProfilePage others={others} /> };
    }),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: patterns.mail,
    validateSearch: readMailSearch,
    component: lazyRouteComponent(
      part(() => import('./features/mail/mail-page.tsx')),
      'MailPage',
    ),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: patterns.audit,
    validateSearch: readAuditSearch,
    component: lazyRouteComponent(
      part(() => import('./features/audit/audit-page.tsx')),
      'AuditPage',
    ),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: patterns.events,
    component: lazyRouteComponent(
      part(() => import('./features/events/events-page.tsx')),
      'EventsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: patterns.eventDestination,
    validateSearch: readEventDestinationSearch,
    component: lazyRouteComponent(
      part(() => import('./features/events/destination-page.tsx')),
      'DestinationPage',
    ),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: patterns.security,
    validateSearch: readSecuritySearch,
    component: lazyRouteComponent(
      part(() => import('./features/security/security-page.tsx')),
      'SecurityPage',
    ),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: patterns.hosting,
    validateSearch: readHostingSearch,
    component: lazyRouteComponent(
      part(() => import('./features/hosting/hosting-page.tsx')),
      'HostingPage',
    ),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: patterns.hostingSettings,
    component: lazyRouteComponent(
      part(() => import('./features/hosting/settings/settings-page.tsx')),
      'HostingSettingsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: patterns.upgrades,
    validateSearch: readUpgradesSearch,
    component: lazyRouteComponent(
      part(() => import('./features/hosting/queue/upgrades-page.tsx')),
      'UpgradesPage',
    ),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: patterns.upgrade,
    component: lazyRouteComponent(
      part(() => import('./features/hosting/runs/upgrade-page.tsx')),
      'UpgradePage',
    ),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: patterns.settings,
    validateSearch: readSettingsSearch,
    component: lazyRouteComponent(async () => {
      const [{ SettingsPage }, { OrganizationPanel }, { ServiceAccountsPanel }, { HeldCustomRoles }] =
        await Promise.all([
          part(() => import('./features/settings/settings-page.tsx'))(),
          part(() => import('./features/organization/organization-panel.tsx'))(),
          part(() => import('./features/service-accounts/service-accounts-panel.tsx'))(),
          part(() => import('./features/team/held-custom-roles.tsx'))(),
        ]);
      const ServiceAccounts = ({ me }: { me: Me }) => <ServiceAccountsPanel me={me} customRoles={HeldCustomRoles} />;
      return { default: () => <SettingsPage organization={OrganizationPanel} serviceAccounts={ServiceAccounts} /> };
    }),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: patterns.installation,
    validateSearch: readInstallationSearch,
    component: lazyRouteComponent(
      part(() => import('./features/installation/installation-page.tsx')),
      'InstallationPage',
    ),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: `${patterns.dashboard}/$page/$`,
    component: lazyRouteComponent(
      part(() => import('./features/shell/no-page.tsx')),
      'NotFoundPage',
    ),
  }),
] as const;

const routeTree = root.addChildren([
  home,
  welcome,
  ...requiredSteps,
  auth.addChildren([...authRoutes, ...applicationRoutes]),
  shell.addChildren(shellRoutes),
]);

/** The console's only route map. */
export const createConsoleRouter = (context: RouterContext, basepath: string) =>
  createRouter({
    routeTree,
    context,
    basepath,
    defaultPreload: 'intent',
    defaultPendingComponent: PageLoader,
    defaultPendingMs: 200,
    defaultErrorComponent: RouteFailure,
    scrollRestoration: true,
    // What no route reads leaves the address bar, such as the `welcome=1` of a verification link.
    search: { strict: true },
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
}
