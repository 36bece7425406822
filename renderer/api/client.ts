import { createTRPCClient, httpLink, type TRPCClient } from '@trpc/client';
import type { AppRouter } from '#main/transport/trpc/router.ts';
import { authLink, type RequestNotes } from './auth-link.ts';
import type { Session } from './session.ts';

export type Client = TRPCClient<AppRouter>;

/** Relative: whatever served the console also serves the operations. */
const url = '/trpc';

/** For operations that need no session; the session itself refreshes through it. */
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
