import { createTRPCClient, httpLink, type TRPCClient } from '@trpc/client';
import type { AppRouter } from '#shared/app-router.ts';
import { authLink, type RequestNotes } from './auth-link.ts';
import type { Session } from './session.ts';

export type Client = TRPCClient<AppRouter>;

/** Relative: the server of the console also serves the API. */
const url = '/trpc';

/** For operations that need no session. The session also uses it to refresh. */
export const createPublicClient = (): Client => createTRPCClient<AppRouter>({ links: [httpLink({ url })] });

export const createClient = (session: Session): Client =>
  createTRPCClient<AppRouter>({
    links: [
      authLink(session),
      httpLink({
        url,
        headers: ({ op }) => {
          const { accessToken, background } = op.context as RequestNotes;
          return {
            ...(accessToken && { authorization: `Bearer ${accessToken}` }),
            ...(background && { 'x-castellan-background': '1' }),
          };
        },
      }),
    ],
  });
