import { bearerToken } from '#shared/contract/http-names.ts';
import { operations } from '#shared/contract/index.ts';
import { isRead, type OperationSpec, signsIn } from '#shared/contract/operation.ts';
import { stateReadOf } from '#shared/contract/state-read.ts';
import { AppError, type ErrorKey } from '#shared/texts/errors.ts';
import { toAppError } from '../platform/app-error.ts';
import { userIdOf, type VerifiedToken } from '../security/access-tokens.ts';
import type { Caller } from '../security/caller.ts';
import { isSessionToken } from '../security/client-tokens.ts';
import type { Settle } from '../security/throttle.ts';
import {
  admitConfirmation,
  admitGuest,
  admitKey,
  admitOperator,
  admitRestricted,
  admitRole,
  anonymousCall,
  bearerCall,
  carriesProof,
  contextOf,
  identify,
  signedCall,
} from '../services/calls.ts';
import type { AppContext, SystemContext } from '../services/context.ts';
import type { AnonymousCall, BearerCall, Client, SignedCall } from '../services/handler.ts';
import { admitSolved } from '../services/identity/captcha.ts';
import { hidePeople } from '../services/identity/hide-people.ts';
import { handlers } from '../services/index.ts';
import { answerOnce } from './answer-once.ts';
import { checkAnswer } from './check-answer.ts';
import { parseInput } from './parse-input.ts';
import { requireCurrent } from './require-current.ts';

/** What a transport knows about a request besides its input. */
export interface Invocation {
  /** The Authorization header. */
  authorization: string | undefined;
  /** The Idempotency-Key header. */
  idempotencyKey?: string | undefined;
  /** The If-Match header. */
  ifMatch?: string | undefined;
  client: Client;
}

/** What a caller sent. It is read only once the caller was admitted. */
export interface InputSource {
  /** The tenant that the request names, not validated. @throws AppError if it cannot be read */
  tenantId(): Promise<unknown>;
  /** @throws AppError if it cannot be read */
  read(): Promise<unknown>;
}

type AnyCall = (AnonymousCall | BearerCall<Caller> | SignedCall) & { caller?: Caller; token?: VerifiedToken };
type AnyHandler = (context: AppContext, input: unknown, call: AnyCall) => Promise<unknown>;

/** The handlers by operation. The type of `handlers` ensures that none is missing and that each one fits. */
const handlerOf = new Map<OperationSpec, AnyHandler>(
  operations.map(({ feature, name, operation }) => [
    operation,
    (handlers[feature] as unknown as Record<string, AnyHandler>)[name] as AnyHandler,
  ]),
);

/** The token of an Authorization header. @throws AppError UNAUTHENTICATED */
export const bearerOf = (authorization: string | undefined): string => {
  const token = bearerToken(authorization);
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
  if (auth === 'signed' && isSessionToken(token)) return signedCall(context, client, await callers.verify(token));
  return bearerCall(context, operation, client, await identify(context, token, client));
};

/** Checks the tenant before the role: another tenant must look exactly like one that doesn't exist. */
const assertOwnTenant = (tenantId: unknown, caller: Caller | undefined): void => {
  if (caller && typeof tenantId === 'string' && tenantId !== caller.principal.tenantId) throw new AppError('NOT_FOUND');
};

/** The account that a response signs in or creates: before that, these calls have no caller. */
const accountIn = (output: unknown): string | undefined => {
  const { access_token, user_id } = (output ?? {}) as { access_token?: unknown; user_id?: unknown };
  if (typeof access_token === 'string') return userIdOf(access_token);
  return typeof user_id === 'string' ? user_id : undefined;
};

/** Makes the device of someone who has just signed in a known one (DECISION 0263). */
const rememberDevice = (
  { knownDevices }: SystemContext,
  operation: OperationSpec,
  { client }: Invocation,
  output: unknown,
): void => {
  const userId = signsIn(operation) ? accountIn(output) : undefined;
  if (userId !== undefined) client.rememberDevice?.(knownDevices.issue(userId, client.device));
};

/** Errors that are ours, not the caller's. */
const failures: readonly ErrorKey[] = ['INTERNAL', 'STORAGE_FULL', 'BUSY'];

/** Whether the work was refused its turn because no one waits for the answer anymore. */
const isGivenUp = ({ key, cause }: AppError, { gone }: Client): boolean =>
  key === 'BUSY' && cause === undefined && gone?.().aborted === true;

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
      call?.caller?.principal.id ??
      call?.token?.claims.user_id ??
      ('output' in outcome ? accountIn(outcome.output) : undefined),
    ms: clock.now() - startedAt,
    ...(error && { code: error.code }),
  };
  if (error && failures.includes(error.key) && !isGivenUp(error, client))
    log.error({ ...line, err: error.cause }, 'failed');
  else if (error) log.info(line, 'refused');
  else if (!isRead(operation)) log.info(line, 'done');
  else if (log.isLevelEnabled('debug')) log.debug(line, 'read');
};

/**
 * The guard that both transports call. DECISION 0054: authenticates, authorizes and counts the caller before it reads and
 * parses what they sent. Then runs the operation.
 * @throws AppError and nothing else. Any unknown error becomes INTERNAL, with its cause in the log.
 */
export const invokeWith = (
  context: SystemContext,
  operation: OperationSpec,
  source: InputSource,
  invocation: Invocation,
): Promise<unknown> => context.inFlight.run(() => guarded(context, operation, source, invocation));

/** Calls an operation with an input that is at hand. @throws AppError */
export const invoke = (
  context: SystemContext,
  operation: OperationSpec,
  input: unknown,
  invocation: Invocation,
): Promise<unknown> => invokeWith(context, operation, inputSource(input), invocation);

/** The source of an input that is at hand. */
export const inputSource = (input: unknown): InputSource => ({
  tenantId: async () => (input as { tenant_id?: unknown } | null | undefined)?.tenant_id,
  read: async () => input,
});

/** Counts a failure; returns the error to answer with. */
const settled = async (settle: Settle | undefined, error: AppError): Promise<AppError> => {
  try {
    await settle?.(error.key);
    return error;
  } catch (limited) {
    return toAppError(limited);
  }
};

/** The call of a change. It changes nothing if its caller has read something else than there is now. */
const withCondition = (
  context: SystemContext,
  operation: OperationSpec,
  { ifMatch }: Invocation,
  input: unknown,
  call: AnyCall,
): AnyCall => {
  const read = ifMatch === undefined ? undefined : stateReadOf(operation);
  const handler = read && handlerOf.get(read);
  if (!read || !handler || ifMatch === undefined) return call;
  return requireCurrent(call, ifMatch, read, input, (tx, asked, caller) => {
    const scoped = contextOf(context, call);
    const inside = { ...scoped, db: Object.create(scoped.db, { read: { value: tx } }) };
    return handler(inside, asked, { ...call, caller } as AnyCall).then((answer) =>
      hidePeople(caller as Caller, answer),
    );
  });
};

/** How a call ended. */
type Outcome = { output: unknown; error?: undefined } | { error: AppError };

const guarded = async (
  context: SystemContext,
  operation: OperationSpec,
  source: InputSource,
  invocation: Invocation,
): Promise<unknown> => {
  const { throttle, clock } = context;
  const { client } = invocation;
  const startedAt = clock.now();
  const known: { call?: AnyCall; settle?: Settle } = {};
  const run = async (): Promise<unknown> => {
    const call = await authenticate(context, operation, invocation);
    known.call = call;
    if (call.caller) admitKey(operation, call.caller);
    if (call.caller) admitRestricted(operation, call.caller, clock.now());
    if ('tenant_id' in operation.input.shape) assertOwnTenant(await source.tenantId(), call.caller);
    if (call.caller) admitGuest(operation, call.caller);
    if (call.caller) admitRole(operation, call.caller);
    if (call.caller) await admitOperator(operation, call.caller, () => contextOf(context, call).db.read);
    if (call.caller && !carriesProof(operation, call.caller)) {
      await admitConfirmation(operation, call.caller, clock.now(), () => contextOf(context, call).db.read);
    }
    if (operation.throttle) known.settle = await throttle.take(operation.throttle, client.ip, client.isLocal?.());
    const input = parseInput(operation, await source.read());
    assertOwnTenant((input as { tenant_id?: string }).tenant_id, call.caller);
    const handler = handlerOf.get(operation) as AnyHandler;
    const answer = await answerOnce(context, operation, invocation.idempotencyKey, input, call, async (kept) => {
      if ('write' in kept) await admitSolved(contextOf(context, call), operation, input as { email?: string }, kept);
      const answered = await handler(
        contextOf(context, call),
        input,
        withCondition(context, operation, invocation, input, kept),
      );
      if (context.config.checksAnswers) checkAnswer(operation, answered);
      return answered;
    });
    // Of what an earlier request was answered, too.
    return call.caller ? hidePeople(call.caller, answer) : answer;
  };
  const outcome: Outcome = await run().then(
    (output) => (known.settle ? known.settle(undefined).then(() => ({ output })) : { output }),
    async (cause: unknown) => ({ error: await settled(known.settle, toAppError(cause)) }),
  );
  // The change is committed or rolled back by now, so nothing below may turn a success into an error.
  logCall(context, operation, invocation, known.call, startedAt, outcome);
  if (outcome.error) context.callCounts.countRefusal(operation.id, outcome.error.code);
  if (outcome.error) throw outcome.error;
  client.browser?.deliver();
  rememberDevice(context, operation, invocation, outcome.output);
  return outcome.output;
};
