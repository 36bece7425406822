import { TRPCError } from '@trpc/server';
import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import { AppError, type PlainKey, toProblem } from '#shared/errors.ts';
import type { SystemContext } from '../../context.ts';
import { toAppError } from '../../platform/app-error.ts';
import { type Invocation, invoke } from '../invoke.ts';
import { createRouter } from './router.ts';

/** One handler for everything that serves the console: Fastify and Electron's scheme. */
export type TrpcHandler = (request: Request, invocation: Invocation) => Promise<Response>;

export const trpcEndpoint = '/trpc';

export const trpcHandler = (context: SystemContext): TrpcHandler => {
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

/** Errors that tRPC itself raises before it calls the guard. */
const refusals: Partial<Record<TRPCError['code'], PlainKey>> = {
  BAD_REQUEST: 'MALFORMED_BODY',
  PARSE_ERROR: 'MALFORMED_BODY',
  NOT_FOUND: 'NOT_FOUND',
  METHOD_NOT_SUPPORTED: 'METHOD_NOT_ALLOWED',
  UNSUPPORTED_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  PAYLOAD_TOO_LARGE: 'BODY_TOO_LARGE',
};

/** Turns an error of the guard or of tRPC into the one that callers see. */
const trpcError = (error: unknown): AppError => {
  if (!(error instanceof TRPCError)) return toAppError(error);
  const key = refusals[error.code];
  return key ? new AppError(key) : toAppError(error.cause ?? error);
};
