import { TRPCError } from '@trpc/server';
import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import { trpcPrefix } from '#shared/contract/http-names.ts';
import type { OperationSpec } from '#shared/contract/operation.ts';
import { AppError, type PlainKey, toProblem } from '#shared/texts/errors.ts';
import { toAppError } from '../../platform/app-error.ts';
import type { SystemContext } from '../../services/context.ts';
import { type InputSource, type Invocation, inputSource, invokeWith } from '../invoke.ts';
import { isBatch } from './batch.ts';
import { createRouter } from './router.ts';

/** One handler for everything that serves the console: Fastify and Electron's scheme. */
export type TrpcHandler = (
  request: Request,
  invocation: Invocation,
  readBody: ReadBody,
  /** Waits until one more operation of this request may begin. @throws AppError BUSY */
  nextTurn: () => Promise<void>,
) => Promise<Response>;

/** Reads the body of a mutation. */
type ReadBody = (operation: OperationSpec) => Promise<unknown>;

export const trpcHandler = (context: SystemContext): TrpcHandler => {
  const router = createRouter();
  return async (request, invocation, readBody, nextTurn) => {
    const allowBatching = isBatch(request);
    let begun = 0;
    return fetchRequestHandler({
      endpoint: trpcPrefix,
      req: request,
      router,
      allowBatching,
      // tRPC would answer 207 to a batch that partly failed, and whoever counts failed requests would miss it.
      responseMeta: ({ errors }) =>
        errors.length > 0 ? { status: Math.max(...errors.map(getHTTPStatusCodeFromError)) } : {},
      onError: ({ error, path }) => {
        // The guard has logged its own errors.
        if (error.cause instanceof AppError || trpcError(error).key !== 'INTERNAL') return;
        context.log.error({ request_id: invocation.client.requestId, path, err: error.cause ?? error }, 'failed');
      },
      createContext: () => ({
        invoke: async (operation, readQuery) => {
          begun += 1;
          if (begun > 1) await nextTurn();
          const isQuery = request.method === 'GET';
          const read = isQuery ? readQuery : () => readBody(operation);
          return invokeWith(context, operation, readOnce(read), invocation);
        },
        problem: (error) => toProblem(trpcError(error), invocation.client.requestId),
        invocation,
      }),
    });
  };
};

/** tRPC has no path parameters: the tenant is known once the input is read, which is then still not validated. */
const readOnce = (read: () => Promise<unknown>): InputSource => {
  let input: Promise<unknown> | undefined;
  const once = (): Promise<unknown> => {
    input ??= read().then((value) => value ?? {});
    return input;
  };
  return { tenantId: async () => inputSource(await once()).tenantId(), read: once };
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
