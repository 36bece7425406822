import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import { toProblem } from '#shared/errors.ts';
import type { AppContext } from '../../context.ts';
import { toAppError } from '../app-error.ts';
import { type Invocation, invoke } from '../invoke.ts';
import { createRouter } from './router.ts';

/** One handler for whoever serves the console: Fastify today, Electron's scheme beside it. */
export type TrpcHandler = (request: Request, invocation: Invocation) => Promise<Response>;

export const trpcEndpoint = '/trpc';

export const trpcHandler = (context: AppContext): TrpcHandler => {
  const router = createRouter();
  return (request, invocation) =>
    fetchRequestHandler({
      endpoint: trpcEndpoint,
      req: request,
      router,
      allowBatching: false,
      createContext: () => ({
        invoke: (operation, input) => invoke(context, operation, input, invocation),
        problem: (error) => toProblem(toAppError(error), invocation.client.requestId),
        invocation,
      }),
    });
};
