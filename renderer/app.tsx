import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import type { Client } from './api/client.ts';
import { LinkTokensProvider, SessionProvider, TRPCProvider } from './api/context.tsx';
import type { LinkTokens } from './api/link-token.ts';
import type { Session } from './api/session.ts';
import type { createConsoleRouter } from './routes.tsx';
import { cssVariables, theme } from './theme.ts';

interface AppProps {
  router: ReturnType<typeof createConsoleRouter>;
  session: Session;
  client: Client;
  queryClient: QueryClient;
  linkTokens: LinkTokens;
  styleNonce: string;
}

/** The same key as in public/color-scheme.js, which reads it before the first paint. */
const colorSchemes = localStorageColorSchemeManager({ key: 'castellan-color-scheme' });

export const App = ({ router, session, client, queryClient, linkTokens, styleNonce }: AppProps) => (
  <MantineProvider
    theme={theme}
    cssVariablesResolver={cssVariables}
    defaultColorScheme="auto"
    colorSchemeManager={colorSchemes}
    getStyleNonce={() => styleNonce}
  >
    <Notifications position="bottom-right" />
    <SessionProvider session={session}>
      <LinkTokensProvider tokens={linkTokens}>
        <QueryClientProvider client={queryClient}>
          <TRPCProvider trpcClient={client} queryClient={queryClient}>
            <RouterProvider router={router} />
          </TRPCProvider>
        </QueryClientProvider>
      </LinkTokensProvider>
    </SessionProvider>
  </MantineProvider>
);
