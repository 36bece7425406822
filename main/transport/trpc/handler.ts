import { TRPCError } from '@trpc/server';
import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import { AppError, type ErrorKey, toProblem } from '#shared/errors.ts';
import type { AppContext } from '../../context.ts';
import { toAppError } from '../../platform/app-error.ts';
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
        problem: (error) => toProblem(trpcError(error), invocation.client.requestId),
        invocation,
      }),
    });
};

/** What tRPC itself refuses, before the guard is asked. */
const refusals: Partial<Record<TRPCError['code'], ErrorKey>> = {
  BAD_REQUEST: 'MALFORMED_BODY',
  PARSE_ERROR: 'MALFORMED_BODY',
  NOT_FOUND: 'NOT_FOUND',
  METHOD_NOT_SUPPORTED: 'METHOD_NOT_ALLOWED',
  UNSUPPORTED_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  PAYLOAD_TOO_LARGE: 'BODY_TOO_LARGE',
};

/** An error of the guard, or one of tRPC's own, as callers see it. */
const trpcError = (error: unknown): AppError => {
  if (!(error instanceof TRPCError)) return toAppError(error);
  const key = refusals[error.code];
  return key ? new AppError(key) : toAppError(error.cause ?? error);
};
