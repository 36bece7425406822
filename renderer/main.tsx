// Must come first: the page's CSP forbids the schema library to compile its parsers.
import './zod-config.ts';
import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/jetbrains-mono/wght.css';
import './styles/base.css';
import './styles/frame.css';
import './styles/page.css';
import './styles/forms.css';
import './styles/lists.css';
import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query';
import { createRoot } from 'react-dom/client';
import { z } from 'zod';
import type { AppRouter } from '#shared/contract/app-router.ts';
import { createClient, createPublicClient, createQueryClient } from './api/client.ts';
import { createConfirmations } from './api/confirmations.ts';
import { desktopBridge, loadDesktopTokenStore } from './api/desktop.ts';
import { createKnownDevice } from './api/known-device.ts';
import { createLinkTokens } from './api/link-token.ts';
import { createLiveQueries } from './api/live-queries.ts';
import { createLiveUpdates } from './api/live-updates.ts';
import { SignedOutError } from './api/problem.ts';
import { createSession } from './api/session.ts';
import { createTabChannel, withTabLock } from './api/tab-channel.ts';
import { createTokenStore } from './api/tokens.ts';
import { App, AppearanceProvider } from './app.tsx';
import { systemClock } from './components/clock.ts';
import { KeyringPage } from './features/desktop/keyring-page.tsx';
import { createI18n } from './languages/i18n.ts';
import { languageLoaders } from './languages/load-language.ts';
import { createOutsideLanguage } from './languages/remembered-language.ts';
import { paths, patterns } from './paths.ts';
import { createConsoleRouter } from './routes.tsx';

/** Unlike `crypto.randomUUID`, also works when another machine serves the console over plain HTTP. */
const randomId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Libraries read the nonce for the style elements that they inject from here. */
declare global {
  var __webpack_nonce__: string | undefined;
}

/**
 * The nonce that the page's Content-Security-Policy allows on style elements. The component library injects its
 * variables and responsive values this way, and so does the scroll lock of dialogs.
 */
const readStyleNonce = (page: Document): string => {
  const nonce = page.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
  globalThis.__webpack_nonce__ = nonce;
  return nonce;
};

const container = document.getElementById('root');
if (!container) throw new Error('The page has no root');
const root = createRoot(container);
const styleNonce = readStyleNonce(document);
const desktop = desktopBridge();
const i18n = await createI18n({
  outside: createOutsideLanguage(
    () => window.localStorage,
    () => navigator.languages,
  ),
  loaders: languageLoaders,
  onLanguageChange: (language, { schemaText }) => {
    document.documentElement.lang = language;
    z.config(schemaText);
  },
});

const showKeyringPage = (onSkip: () => void): void =>
  root.render(
    <AppearanceProvider i18n={i18n} styleNonce={styleNonce}>
      <KeyringPage onSkip={onSkip} />
    </AppearanceProvider>,
  );
/** Where the server is mounted behind a proxy, such as `/castellan/`. */
const basePath = new URL(document.baseURI).pathname;
const linkTokens = createLinkTokens(window, basePath);
const device = createKnownDevice(() => window.localStorage, basePath);
const publicClient = createPublicClient(device);
const session = createSession({
  store: desktop
    ? await loadDesktopTokenStore(
        desktop,
        (error) => reportError(error),
        () => showKeyringPage(() => void desktop.skipKeyring().catch(reportError)),
      )
    : createTokenStore(window.sessionStorage),
  tabChannel: createTabChannel(randomId),
  now: systemClock,
  newKey: randomId,
  refresh: (refresh_token, background) =>
    publicClient.auth.refresh.mutate({ refresh_token }, { context: { background } }),
  lock: withTabLock,
});
const queryClient = createQueryClient({
  onForbidden: () => void queryClient.invalidateQueries(trpc.profile.getMe.queryFilter()),
  onSecondFactorNeeded: () => void router.navigate({ ...paths.setUpSecondFactor, replace: true }),
});
const liveQueries = createLiveQueries(queryClient);
const live = createLiveUpdates(session, systemClock, liveQueries.refresh);
const confirmations = createConfirmations();
const client = createClient(session, liveQueries.isRefreshing, confirmations, device);
const trpc = createTRPCOptionsProxy<AppRouter>({ client, queryClient });
const router = createConsoleRouter({ session, queryClient, trpc, i18n }, basePath);

session.onEnd((reason) => {
  confirmations.cancel(new SignedOutError());
  const { href, pathname } = router.state.location;
  // After signing out, go to the start; after being signed out, return to the same page.
  const comesBack = reason !== 'logout' && reason !== 'deleted' && pathname !== patterns.dashboard;
  const search = { ...(reason && { reason }), ...(comesBack && { return_to: href }) };
  // Leave the screens first, so that their data is cleared when nothing shows it anymore.
  void router.navigate({ ...paths.login, search, replace: true }).finally(() => queryClient.clear());
});

desktop?.onOpen((address) => {
  const { pathname, search, hash } = new URL(address, location.origin);
  const token = new URLSearchParams(hash.slice(1)).get('token');
  if (token) linkTokens.put(pathname, token);
  void router.navigate({ href: `${pathname}${search}` });
});

root.render(
  <App
    router={router}
    session={session}
    client={client}
    confirmations={confirmations}
    queryClient={queryClient}
    linkTokens={linkTokens}
    live={live}
    i18n={i18n}
    styleNonce={styleNonce}
  />,
);
