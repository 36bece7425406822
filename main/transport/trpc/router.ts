import { initTRPC, TRPCError } from '@trpc/server';
import type { RouterWith } from '#shared/contract/app-router.ts';
import { operations } from '#shared/contract/index.ts';
import { isQuery, type OperationSpec } from '#shared/contract/operation.ts';
import { AppError, type Problem } from '#shared/texts/errors.ts';
import type { Invocation } from '../invoke.ts';

/** The context of each call: the guard, bound to this request's credentials and client. */
export interface TrpcContext {
  invoke: (operation: OperationSpec, readQuery: () => Promise<unknown>) => Promise<unknown>;
  problem: (error: unknown) => Problem;
  invocation: Invocation;
}

/** Builds the router from the contract. */
export const createRouter = (): RouterWith<TrpcContext> => {
  const trpc = initTRPC.context<TrpcContext>().create({
    isDev: false,
    errorFormatter: ({ shape, error, ctx }) => {
      const problem = ctx?.problem(error.cause instanceof AppError ? error.cause : error);
      // tRPC would send the message of any error, which may tell about this machine.
      return problem ? { ...shape, message: problem.detail ?? problem.title, data: { ...shape.data, problem } } : shape;
    },
  });
  const features: Record<string, Record<string, unknown>> = {};
  for (const { feature, name, operation } of operations) {
    const base = trpc.procedure.use(({ ctx, getRawInput, next }) => next({ ctx: { ...ctx, getRawInput } }));
    const run = ({ ctx }: { ctx: TrpcContext & { getRawInput: () => Promise<unknown> } }) =>
      ctx
        .invoke(operation, () => readQuery(ctx.getRawInput))
        .catch((cause: unknown) => {
          throw new TRPCError({ code: trpcCode(ctx.problem(cause).status), cause });
        });
    features[feature] ??= {};
    features[feature][name] = isQuery(operation) ? base.query(run) : base.mutation(run);
  }
  // The loop loses the types, which RouterWith derives from the same table.
  return trpc.router(features as never) as unknown as RouterWith<TrpcContext>;
};

/** The input of a query, which is JSON in the URL. @throws AppError MALFORMED_BODY */
const readQuery = (getRawInput: () => Promise<unknown>): Promise<unknown> =>
  getRawInput().catch((cause: unknown) => {
    throw new AppError('MALFORMED_BODY', {}, { cause });
  });

const trpcCodes = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_SUPPORTED',
  408: 'TIMEOUT',
  409: 'CONFLICT',
  410: 'PRECONDITION_FAILED',
  412: 'PRECONDITION_FAILED',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  422: 'UNPROCESSABLE_CONTENT',
  429: 'TOO_MANY_REQUESTS',
  431: 'BAD_REQUEST',
  502: 'BAD_GATEWAY',
  503: 'SERVICE_UNAVAILABLE',
} as const;

const trpcCode = (status: number): TRPCError['code'] =>
  (trpcCodes as Record<number, TRPCError['code']>)[status] ?? 'INTERNAL_SERVER_ERROR';
