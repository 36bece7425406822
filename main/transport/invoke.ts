import type { z } from 'zod';
import { operations } from '#shared/contract/index.ts';
import { keyScopeOf, type OperationSpec } from '#shared/contract/operation.ts';
import { AppError, type ErrorKey, type FieldError } from '#shared/errors.ts';
import { isRefused } from '#shared/permissions.ts';
import type { AppContext } from '../context.ts';
import { toAppError } from '../platform/app-error.ts';
import { userIdOf, type VerifiedToken } from '../security/access-tokens.ts';
import { isApiKey } from '../security/api-keys.ts';
import type { Caller } from '../security/callers.ts';
import type { Client } from '../services/handler.ts';
import { handlers } from '../services/index.ts';

/** What a transport knows about a request besides its input. */
export interface Invocation {
  /** The Authorization header. */
  authorization: string | undefined;
  client: Client;
}

type AnyCall = { client: Client; caller?: Caller; token?: VerifiedToken };
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
  { callers }: AppContext,
  { auth }: OperationSpec,
  { authorization, client }: Invocation,
): Promise<AnyCall> => {
  if (auth === 'none') return { client };
  const token = bearerOf(authorization);
  if (auth === 'signed' && !isApiKey(token)) return { client, token: await callers.verify(token) };
  return { client, caller: await callers.identify(token, client.background) };
};

const fieldErrors = (issue: z.core.$ZodIssue): FieldError[] =>
  issue.code === 'unrecognized_keys'
    ? issue.keys.map((key) => ({ path: [...issue.path, key].join('.'), code: issue.code, message: 'Unknown field' }))
    : [{ path: issue.path.join('.'), code: issue.code ?? 'custom', message: issue.message }];

const parse = ({ input }: OperationSpec, raw: unknown): unknown => {
  const result = input.safeParse(raw);
  if (result.success) return result.data;
  const errors = result.error.issues.flatMap(fieldErrors);
  const detail = errors.map(({ path, message }) => (path ? `${path}: ${message}` : message)).join('; ');
  throw new AppError('VALIDATION_FAILED', { detail, errors });
};

/** Limits an API key to its scopes. The user's role is checked afterwards, as for any caller. */
const admitKey = (operation: OperationSpec, { key }: Caller): void => {
  if (!key) return;
  const scope = keyScopeOf(operation);
  if (scope === undefined) throw new AppError('API_KEY_REFUSED');
  if (!key.scopes.includes(scope)) throw new AppError('SCOPE_REQUIRED', { scope });
};

/** Check the tenant before the role: another tenant must look exactly like one that doesn't exist. */
const allow = ({ allow: permission }: OperationSpec, input: unknown, caller: Caller | undefined): void => {
  if (!caller) return;
  const { tenant_id } = input as { tenant_id?: string };
  if (tenant_id !== undefined && tenant_id !== caller.user.tenantId) throw new AppError('NOT_FOUND');
  if (permission && isRefused(caller.user.role, permission)) throw new AppError('FORBIDDEN');
};

/** The account that a response signs in or creates: before that, these calls have no caller. */
const accountIn = (output: unknown): string | undefined => {
  const { access_token, user_id } = (output ?? {}) as { access_token?: unknown; user_id?: unknown };
  if (typeof access_token === 'string') return userIdOf(access_token);
  return typeof user_id === 'string' ? user_id : undefined;
};

/** Errors that are ours, not the caller's. */
const failures: readonly ErrorKey[] = ['INTERNAL', 'STORAGE_FULL', 'BUSY'];

/** Logs calls that change something, and refusals, with the address (seed 000 §5.6). */
const logCall = (
  { log, clock }: AppContext,
  operation: OperationSpec,
  { client }: Invocation,
  call: AnyCall | undefined,
  startedAt: number,
  outcome: Outcome,
): void => {
  const { error } = outcome;
  const line = {
    operation: operation.id,
    request_id: client.requestId,
    ip: client.ip,
    ...(call?.caller?.key && { key_id: call.caller.key.id }),
    user_id:
      call?.caller?.user.id ??
      call?.token?.claims.user_id ??
      ('output' in outcome ? accountIn(outcome.output) : undefined),
    ms: clock.now() - startedAt,
    ...(error && { code: error.code }),
  };
  if (error && failures.includes(error.key)) log.error({ ...line, err: error.cause }, 'failed');
  else if (error) log.info(line, 'refused');
  else if (operation.http.method !== 'GET' || operation.effect === 'write') log.info(line, 'done');
  else if (log.isLevelEnabled('debug')) log.debug(line, 'read');
};

/**
 * The guard that both transports call: authenticate, parse, authorize, run.
 * @throws AppError and nothing else. Any unknown error becomes INTERNAL, with its cause in the log.
 */
export const invoke = (
  context: AppContext,
  operation: OperationSpec,
  raw: unknown,
  invocation: Invocation,
): Promise<unknown> => context.inFlight.run(() => guarded(context, operation, raw, invocation));

/** How a call ended. */
type Outcome = { output: unknown; error?: undefined } | { error: AppError };

const guarded = async (
  context: AppContext,
  operation: OperationSpec,
  raw: unknown,
  invocation: Invocation,
): Promise<unknown> => {
  const { throttle, clock } = context;
  const { ip } = invocation.client;
  const startedAt = clock.now();
  const known: { call?: AnyCall } = {};
  const carryOut = async (): Promise<unknown> => {
    const call = await authenticate(context, operation, invocation);
    known.call = call;
    if (call.caller) admitKey(operation, call.caller);
    if (operation.throttle) throttle.check(operation.throttle, ip);
    const input = parse(operation, raw);
    allow(operation, input, call.caller);
    const handler = handlerOf.get(operation) as AnyHandler;
    return handler(context, input, call);
  };
  const outcome: Outcome = await carryOut().then(
    (output) => ({ output }),
    (cause: unknown) => ({ error: toAppError(cause) }),
  );
  // The change is committed or rolled back by now, so nothing below may turn a success into an error.
  if (operation.throttle) throttle.record(operation.throttle, ip, outcome.error?.key);
  logCall(context, operation, invocation, known.call, startedAt, outcome);
  if (outcome.error) throw outcome.error;
  return outcome.output;
};
