import { TRPCClientError } from '@trpc/client';
import { type Restriction, restrictionNames, restrictions } from '#shared/rules/restrictions.ts';
import { type EndReason, endReasons, type Problem } from '#shared/texts/errors.ts';
import type { FieldError } from '#shared/texts/field-reasons.ts';
import { PasskeyError, type PasskeyFailure } from './passkey-error.ts';

/** What a screen needs to know about a failure. */
export interface Failure {
  /**
   * The source: the service (it answered with an error), the session, the connection to the service, the browser, which
   * gave no passkey, the user, who didn't confirm that it's them, or the console itself.
   */
  kind: 'service' | 'signedOut' | 'unconfirmed' | 'unreachable' | 'offline' | 'console' | `passkey_${PasskeyFailure}`;
  /** The error thrown by a bug in the console. */
  message?: string;
  errors: FieldError[];
  code?: string;
  requestId?: string;
  /** The problem document, if the service sent one. */
  problem?: Problem;
  /** The service did not answer at all; a retry may help. */
  unreachable: boolean;
}

/** This tab's session has ended, so authenticated requests can't be sent. */
export class SignedOutError extends Error {
  override readonly name = 'SignedOutError';
  constructor() {
    super('You are signed out');
  }
}

/** The user has not confirmed what they were asked, such as that it's them, so nothing was changed. */
export class NotConfirmedError extends Error {
  override readonly name = 'NotConfirmedError';
  constructor() {
    super('You have not confirmed');
  }
}

/** What a request was answered with that tRPC didn't send. Without a problem, the service wasn't reached. */
export class AnswerError extends Error {
  override readonly name = 'AnswerError';
  readonly problem: Problem | undefined;
  constructor(problem: Problem | undefined, options?: ErrorOptions) {
    super(problem?.title ?? 'No answer', options);
    this.problem = problem;
  }
}

export const isProblem = (value: unknown): value is Problem =>
  typeof value === 'object' && value !== null && 'code' in value && 'request_id' in value;

/** The problem document inside a client error, if the service sent one. */
export const problemOf = (error: unknown): Problem | undefined => {
  if (error instanceof AnswerError) return error.problem;
  if (!(error instanceof TRPCClientError)) return undefined;
  const data: unknown = error.data;
  const problem: unknown = typeof data === 'object' && data !== null && 'problem' in data ? data.problem : undefined;
  return isProblem(problem) ? problem : undefined;
};

/** Whether the network is lost that the service is reached over. A service on this device needs none. */
const isOffline = (): boolean =>
  navigator.onLine === false && !/^(?:localhost|127\.[\d.]+|\[::1\])$/.test(location.hostname);

/** Classifies any error; `failureText` turns it into text that a user can act on. */
export const failureOf = (error: unknown): Failure => {
  const problem = problemOf(error);
  if (problem) {
    return {
      kind: 'service',
      errors: problem.errors ?? [],
      code: problem.code,
      requestId: problem.request_id,
      problem,
      unreachable: problem.status === 503,
    };
  }
  // The tRPC client wraps what its links throw.
  const cause = error instanceof TRPCClientError ? error.cause : error;
  if (cause instanceof SignedOutError) return { kind: 'signedOut', errors: [], unreachable: false };
  if (cause instanceof NotConfirmedError) return { kind: 'unconfirmed', errors: [], unreachable: false };
  if (error instanceof PasskeyError) return { kind: `passkey_${error.failure}`, errors: [], unreachable: false };
  if (error instanceof TRPCClientError || error instanceof AnswerError) {
    return { kind: isOffline() ? 'offline' : 'unreachable', errors: [], unreachable: true };
  }
  return {
    kind: 'console',
    ...(error instanceof Error && { message: error.message }),
    errors: [],
    unreachable: false,
  };
};

const renewable = new Set(['TOKEN_EXPIRED', 'TOKEN_INVALID', 'UNAUTHENTICATED']);

/** Whether a 401 may go away with a new access token. */
export const isRenewableCode = (code: string): boolean => renewable.has(code);

export const isRenewable = (error: unknown): boolean => {
  const problem = problemOf(error);
  return problem !== undefined && problem.status === 401 && isRenewableCode(problem.code);
};

/** Whether an error means that the session has ended, and why if it says so. */
export const endOf = (error: unknown): { reason: EndReason | undefined } | undefined => {
  const problem = problemOf(error);
  const over = problem?.code === 'SESSION_ENDED' || problem?.code === 'REFRESH_TOKEN_INVALID';
  return over ? { reason: endReasons.find((reason) => reason === problem.reason) } : undefined;
};

/** What the service takes as a confirmation that it's still the same user, and how long it then doesn't ask again. */
export interface ConfirmationDemand {
  methods: readonly NonNullable<Problem['confirm_with']>[number][];
  /** In seconds. */
  maxAge: number;
}

/** What to confirm with before sending a call again; undefined if that isn't what an error is about. */
export const confirmationDemand = (error: unknown): ConfirmationDemand | undefined => {
  const problem = problemOf(error);
  if (problem?.code !== 'REAUTHENTICATION_REQUIRED') return undefined;
  const { confirm_with: methods = [], max_age_seconds: maxAge = 0 } = problem;
  return { methods, maxAge };
};

/** What to solve before sending a call again; undefined if that isn't what an error is about. */
export const captchaIn = (error: unknown): Problem['captcha'] => problemOf(error)?.captcha;

/** What an error says that the caller has to do first; undefined if that isn't what it is about. */
export const restrictionIn = (error: unknown): Restriction | undefined => {
  const code = problemOf(error)?.code;
  return restrictionNames.find((name) => restrictions[name] === code);
};

/** Whether an error means that the caller's role has changed since the console loaded it. */
export const isForbidden = (error: unknown): boolean => problemOf(error)?.status === 403;
