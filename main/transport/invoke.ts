import type { z } from 'zod';
import { operations } from '#shared/contract/index.ts';
import type { OperationSpec } from '#shared/contract/operation.ts';
import { AppError } from '#shared/errors.ts';
import { type FieldError, fieldError, fieldMessage, fieldProblemOf } from '#shared/field-reasons.ts';
import type { AppContext, SystemContext } from '../context.ts';
import { toAppError } from '../platform/app-error.ts';
import type { VerifiedToken } from '../security/access-tokens.ts';
import { isApiKey } from '../security/api-keys.ts';
import type { Caller } from '../security/caller.ts';
import { admitKey, admitRole, anonymousCall, bearerCall, signedCall } from '../services/calls.ts';
import type { AnonymousCall, BearerCall, Client, SignedCall } from '../services/handler.ts';
import { handlers } from '../services/index.ts';
import { checkAnswer } from './check-answer.ts';

/** What a transport knows about a request besides its input. */
export interface Invocation {
  /** The Authorization header. */
  authorization: string | undefined;
  client: Client;
}

type AnyCall = (AnonymousCall | BearerCall | SignedCall) & { caller?: Caller; token?: VerifiedToken };
type AnyHandler = (context: AppContext, input: unknown, call: AnyCall) => Promise<unknown>;

/** The handlers by operation. The type of `handlers` ensures that none is missing and that each one fits. */
const handlerOf = new Map<OperationSpec, AnyHandler>(
  operations.map(({ feature, name, operation }) => [
    operation,
    (handlers[feature] as unknown as Record<string, AnyHandler>)[name] as AnyHandler,
  ]),
);

const bearerOf = (authorization: string | undefined): string => {
  const token = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
  if (token === undefined) throw new AppError('UNAUTHENTICATED');
  return token;
};

const authenticate = async (
  context: SystemContext,
  operation: OperationSpec,
  { authorization, client }: Invocation,
): Promise<AnyCall> => {
  const { callers } = context;
  const { auth } = operation;
  if (auth === 'none') return anonymousCall(context, client);
  const token = bearerOf(authorization);
  if (auth === 'signed' && !isApiKey(token)) return signedCall(context, client, await callers.verify(token));
  return bearerCall(context, operation, client, await callers.identify(token, client.background));
};

const fieldErrors = (issue: z.core.$ZodIssue): FieldError[] =>
  issue.code === 'unrecognized_keys'
    ? issue.keys.map((key) => fieldError([...issue.path, key].join('.'), { reason: 'unknown_field' }, issue.code))
    : [fieldError(issue.path.join('.'), fieldProblemOf(issue.message), issue.code)];

const parse = ({ input }: OperationSpec, raw: unknown): unknown => {
  const result = input.safeParse(raw, { error: fieldMessage });
  if (result.success) return result.data;
  throw new AppError('VALIDATION_FAILED', { errors: result.error.issues.flatMap(fieldErrors) });
};

/** Check the tenant before the role: another tenant must look exactly like one that doesn't exist. */
const allow = (operation: OperationSpec, input: unknown, caller: Caller | undefined): void => {
  if (!caller) return;
  const { tenant_id } = input as { tenant_id?: string };
  if (tenant_id !== undefined && tenant_id !== caller.user.tenantId) throw new AppError('NOT_FOUND');
  admitRole(operation, caller);
};

/** Logs calls that change something, and refusals, with the address (seed 000 §5.6). */
const logCall = (
  { log, clock }: AppContext,
  operation: OperationSpec,
  { client }: Invocation,
  call: AnyCall | undefined,
  startedAt: number,
  error: AppError | undefined,
): void => {
  const line = {
    operation: operation.id,
    request_id: client.requestId,
    ip: client.ip,
    ...(call?.caller?.key && { key_id: call.caller.key.id }),
    user_id: call?.caller?.user.id ?? call?.token?.claims.user_id,
    ms: clock.now() - startedAt,
    ...(error && { code: error.code }),
  };
  if (error?.key === 'INTERNAL') log.error({ ...line, err: error.cause }, 'failed');
  else if (error) log.info(line, 'refused');
  else if (operation.http.method !== 'GET' || operation.effect === 'write') log.info(line, 'done');
  else if (log.isLevelEnabled('debug')) log.debug(line, 'read');
};

/**
 * The guard that both transports call: authenticate, parse, authorize, run.
 * @throws AppError and nothing else. Any unknown error becomes INTERNAL, with its cause in the log.
 */
export const invoke = (
  context: SystemContext,
  operation: OperationSpec,
  raw: unknown,
  invocation: Invocation,
): Promise<unknown> => context.inFlight.run(() => guarded(context, operation, raw, invocation));

const guarded = async (
  context: SystemContext,
  operation: OperationSpec,
  raw: unknown,
  invocation: Invocation,
): Promise<unknown> => {
  const { throttle, clock } = context;
  const { ip } = invocation.client;
  const startedAt = clock.now();
  let call: AnyCall | undefined;
  try {
    call = await authenticate(context, operation, invocation);
    if (call.caller) admitKey(operation, call.caller);
    if (operation.throttle) throttle.check(operation.throttle, ip);
    const input = parse(operation, raw);
    allow(operation, input, call.caller);
    const handler = handlerOf.get(operation) as AnyHandler;
    const output = await handler(context, input, call);
    checkAnswer(operation, output);
    if (operation.throttle) throttle.record(operation.throttle, ip, undefined);
    logCall(context, operation, invocation, call, startedAt, undefined);
    return output;
  } catch (cause) {
    const error = toAppError(cause);
    if (operation.throttle) throttle.record(operation.throttle, ip, error.key);
    logCall(context, operation, invocation, call, startedAt, error);
    throw error;
  }
};
