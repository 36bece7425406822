import { localStorageColorSchemeManager, type MantineColorSchemeManager, MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { type QueryClient, QueryClientProvider, useQueryClient } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useMemo, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import type { Captcha } from './api/captcha.ts';
import type { Client } from './api/client.ts';
import type { Confirmations } from './api/confirmations.ts';
import {
  CaptchaProvider,
  KnownDeviceProvider,
  LinkTokensProvider,
  LiveUpdatesProvider,
  SessionProvider,
  TRPCProvider,
  useTRPC,
} from './api/context.tsx';
import { desktopBridge, localBridge } from './api/desktop.ts';
import type { KnownDevice } from './api/known-device.ts';
import type { LinkTokens } from './api/link-token.ts';
import type { LiveUpdates } from './api/live-updates.ts';
import type { Session } from './api/session.ts';
import { AccountEmailProvider } from './components/account-email.ts';
import { PartsNotice } from './components/parts-notice.tsx';
import { ConfirmationHost } from './features/security/confirmation-host.tsx';
import type { I18n } from './languages/i18n.ts';
import { I18nProvider } from './languages/i18n-context.tsx';
import { loadPart } from './parts/page.ts';
import type { createConsoleRouter } from './routes.tsx';
import { cssVariables, themeIn } from './theme.ts';

interface AppProps {
  router: ReturnType<typeof createConsoleRouter>;
  session: Session;
  client: Client;
  confirmations: Confirmations;
  captcha: Captcha;
  device: KnownDevice;
  queryClient: QueryClient;
  linkTokens: LinkTokens;
  live: LiveUpdates;
  i18n: I18n;
  styleNonce: string;
}

/** Same key as in public/color-scheme.js, which reads it before the first paint. */
const storedColorSchemes = localStorageColorSchemeManager({ key: 'castellan-color-scheme' });

/** The desktop window's frame follows the scheme. If the shell fails to answer, it has logged why. */
const colorSchemes: MantineColorSchemeManager = {
  ...storedColorSchemes,
  set: (scheme) => {
    storedColorSchemes.set(scheme);
    localBridge()?.setColorScheme(scheme).catch(reportError);
  },
};

const desktop = desktopBridge();
/** Only loaded in the desktop window: browsers have their own find in page. */
const FindBar = lazy(async () => ({
  default: (await loadPart(() => import('./features/desktop/find-bar.tsx'))).FindBar,
}));

export const App = (props: AppProps) => {
  const { router, session, client, confirmations, captcha, device, queryClient } = props;
  const { linkTokens, live, i18n, styleNonce } = props;
  return (
    <AppearanceProvider i18n={i18n} styleNonce={styleNonce}>
      <Notifications position="bottom-right" />
      <SessionProvider session={session}>
        <CaptchaProvider captcha={captcha}>
          <KnownDeviceProvider device={device}>
            <LinkTokensProvider tokens={linkTokens}>
              <QueryClientProvider client={queryClient}>
                <TRPCProvider trpcClient={client} queryClient={queryClient}>
                  <LiveUpdatesProvider updates={live}>
                    <PartsNotice />
                    <AccountEmailHost>
                      <ConfirmationHost confirmations={confirmations} />
                      <RouterProvider router={router} />
                    </AccountEmailHost>
                  </LiveUpdatesProvider>
                </TRPCProvider>
              </QueryClientProvider>
            </LinkTokensProvider>
          </KnownDeviceProvider>
        </CaptchaProvider>
      </SessionProvider>
      {desktop && (
        <Suspense>
          <FindBar onOpen={desktop.onFind} />
        </Suspense>
      )}
    </AppearanceProvider>
  );
};

/** Tells fields for the current password whose it is. Reads what the console knows already, and asks for nothing. */
const AccountEmailHost = ({ children }: { children: ReactNode }) => {
  const queryKey = useTRPC().profile.getMe.queryKey();
  const queryClient = useQueryClient();
  const email = useSyncExternalStore(
    (listener) => queryClient.getQueryCache().subscribe(listener),
    () => queryClient.getQueryData(queryKey)?.email,
  );
  return <AccountEmailProvider value={email}>{children}</AccountEmailProvider>;
};

interface AppearanceProviderProps {
  i18n: I18n;
  styleNonce: string;
  children: ReactNode;
}

/** Texts and colors: what every page needs, with or without a session. */
export const AppearanceProvider = ({ i18n, styleNonce, children }: AppearanceProviderProps) => (
  <I18nProvider i18n={i18n}>
    <ThemeProvider styleNonce={styleNonce}>{children}</ThemeProvider>
  </I18nProvider>
);

/** Below the i18n provider, because the component library has labels of its own. */
const ThemeProvider = ({ styleNonce, children }: Omit<AppearanceProviderProps, 'i18n'>) => {
  const { t } = useTranslation();
  const theme = useMemo(() => themeIn(t), [t]);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      colorSchemeManager={colorSchemes}
      getStyleNonce={() => styleNonce}
    >
      {children}
    </MantineProvider>
  );
};
