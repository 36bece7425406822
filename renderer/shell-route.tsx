import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { lazy } from 'react';
import { remoteBridge } from './api/desktop.ts';
import { loadShell } from './features/shell/load-shell.ts';
import { type Language, pickLanguage } from './languages/languages.ts';
import { languageLoaders } from './languages/load-language.ts';
import { loadPart, part, preloadPart } from './parts/page.ts';
import { paths, patterns } from './paths.ts';
import { justSignedIn, root } from './root-route.ts';

// Features don't import each other. Routes know them all, and hand a part of one feature to the screen of another.
const InviteDialog = lazy(async () => ({
  default: (await loadPart(() => import('./features/team/invite-dialog.tsx'))).InviteDialog,
}));

const loadTasks = async () => (await loadPart(() => import('./console-tasks.ts'))).consoleTasks;

/** Loads what comes after signing in, while the service checks the password. */
export const preloadHome = (language: Language): void => {
  preloadPart(() => import('./home.ts'));
  languageLoaders[language].preloadSignedIn();
};

/** The auth guard: everything behind it has a session and knows who is signed in. */
export const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  beforeLoad: async ({ context, location: { href, pathname } }) => {
    if (await context.session.adoptFromPeers()) return;
    throw redirect({
      ...paths.login,
      search: pathname === patterns.dashboard ? {} : { return_to: href },
      replace: true,
    });
  },
  loader: async ({ context }) => {
    const { queryClient, trpc, i18n } = context;
    const expected = justSignedIn(context);
    if (expected) void loadShell(queryClient, trpc, expected);
    const me = await queryClient.ensureQueryData(trpc.profile.getMe.queryOptions());
    // Load before the first paint behind the guard; the shell follows later changes. The tenant is then known too, or
    // has failed to load, so nothing that depends on it shifts the layout later.
    await Promise.all([
      i18n.setLanguage(pickLanguage([me.preferences.language]), 'signed in'),
      loadShell(queryClient, trpc, me),
    ]);
  },
  component: lazyRouteComponent(async () => {
    const { Shell, SampleBanner } = await part(() => import('./home.ts'))();
    // Only in the desktop app of another computer.
    const news = remoteBridge() && (await part(() => import('./features/desktop/remote-notifications.tsx'))());
    return {
      default: () => (
        <>
          <Shell inviteDialog={InviteDialog} loadTasks={loadTasks} notice={<SampleBanner />} />
          {news && <news.RemoteNotifications />}
        </>
      ),
    };
  }),
});
