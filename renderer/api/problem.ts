import { TRPCClientError } from '@trpc/client';
import type { EndReason, FieldError, Problem } from '#shared/errors.ts';

/** What a screen needs to know of something that failed. */
export interface Failure {
  /** Who failed: the service and said so, the session, the way to the service, or the console itself. */
  kind: 'service' | 'signedOut' | 'unreachable' | 'console';
  /** What a broken console has thrown. */
  message?: string;
  errors: FieldError[];
  code?: string;
  requestId?: string;
  /** The problem document, where the service itself answered. */
  problem?: Problem;
  /** The service did not answer at all: trying again may help. */
  unreachable: boolean;
}

/** The session of this tab is over; nothing that needs it can be sent. */
export class SignedOutError extends Error {
  override readonly name = 'SignedOutError';
  constructor() {
    super('You are signed out');
  }
}

const isProblem = (value: unknown): value is Problem =>
  typeof value === 'object' && value !== null && 'code' in value && 'request_id' in value;

/** The problem document inside an error of the client, if the service sent one. */
export const problemOf = (error: unknown): Problem | undefined => {
  if (!(error instanceof TRPCClientError)) return undefined;
  const data: unknown = error.data;
  const problem: unknown = typeof data === 'object' && data !== null && 'problem' in data ? data.problem : undefined;
  return isProblem(problem) ? problem : undefined;
};

/** Any error, sorted; `failureWords` tells it in words that a person can act upon. */
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
  const signedOut =
    error instanceof SignedOutError || (error instanceof Error && error.cause instanceof SignedOutError);
  if (signedOut) return { kind: 'signedOut', errors: [], unreachable: false };
  if (error instanceof TRPCClientError) return { kind: 'unreachable', errors: [], unreachable: true };
  return {
    kind: 'console',
    ...(error instanceof Error && { message: error.message }),
    errors: [],
    unreachable: false,
  };
};

/** 401s that another access token may cure. */
const renewable = new Set(['TOKEN_EXPIRED', 'TOKEN_INVALID', 'UNAUTHENTICATED']);

export const isRenewable = (error: unknown): boolean => {
  const problem = problemOf(error);
  return problem !== undefined && problem.status === 401 && renewable.has(problem.code);
};

/** Whether an error says that the session is over, and why if it tells. */
export const endOf = (error: unknown): { reason: EndReason | undefined } | undefined => {
  const problem = problemOf(error);
  const over = problem?.code === 'SESSION_ENDED' || problem?.code === 'REFRESH_TOKEN_INVALID';
  return over ? { reason: problem.reason } : undefined;
};

/** Whether an error says that the caller's role is no longer what the console thinks. */
export const isForbidden = (error: unknown): boolean => problemOf(error)?.status === 403;
