import type { ProviderErrorReason } from './provider-errors.ts';
import type { Refusal } from './upgrade-flow.ts';

/**
 * The closed table of errors (seed 000 §7.2 shows none; RFC 9457). The key is what the service throws. `code` is what
 * callers see; it differs from the key only where one code maps to two statuses.
 */
const define = <Key extends string>(table: Record<Key, { status: number; title: string; code?: string }>) => table;

export const errors = define({
  VALIDATION_FAILED: { status: 400, title: 'The request is not valid' },
  MALFORMED_BODY: { status: 400, title: 'The body is not valid JSON' },
  CURRENT_PASSWORD_INVALID: { status: 400, title: 'The current password is wrong' },
  CONFIRMATION_REQUIRED: { status: 400, title: 'The confirmation must be the literal word DELETE' },
  LINK_INVALID: { status: 400, title: 'This link is not valid', code: 'TOKEN_INVALID' },
  SECOND_FACTOR_INVALID: { status: 400, title: 'This code is not valid, or was used before' },
  HOST_NOT_ALLOWED: { status: 400, title: 'This host name is not served here' },

  UNAUTHENTICATED: { status: 401, title: 'An access token is required' },
  TOKEN_INVALID: { status: 401, title: 'The access token is not valid' },
  TOKEN_EXPIRED: { status: 401, title: 'The access token has expired' },
  SESSION_ENDED: { status: 401, title: 'The session has ended' },
  INVALID_CREDENTIALS: { status: 401, title: 'E-mail or password is wrong' },
  REFRESH_TOKEN_INVALID: { status: 401, title: 'The refresh token is not valid' },

  FORBIDDEN: { status: 403, title: 'Your role does not allow this' },
  ROLE_NOT_ALLOWED: { status: 403, title: 'Your role does not allow this for that role' },
  ACCOUNT_PENDING_DELETION: { status: 403, title: 'This account is scheduled for deletion' },
  /** DECISION 0022: 403, because on a 401 clients would try to refresh a session that does not exist. */
  SECOND_FACTOR_REQUIRED: { status: 403, title: 'A code of your second factor is required' },
  API_KEY_REFUSED: { status: 403, title: 'This is not done with an API key: sign in' },
  SCOPE_REQUIRED: { status: 403, title: 'This API key lacks the scope' },
  ORIGIN_NOT_ALLOWED: { status: 403, title: 'Requests from this origin are refused' },

  NOT_FOUND: { status: 404, title: 'Not found' },
  MEMBER_NOT_FOUND: { status: 404, title: 'No such member' },
  METHOD_NOT_ALLOWED: { status: 405, title: 'This method is not offered here' },

  EMAIL_TAKEN: { status: 409, title: 'This e-mail address already has an account' },
  ALREADY_MEMBER: { status: 409, title: 'This person is already a member' },
  ALREADY_INVITED: { status: 409, title: 'An invitation to this address is still open' },
  LAST_OWNER: { status: 409, title: 'A tenant needs at least one owner' },
  SLUG_TAKEN: { status: 409, title: 'Another workspace has this slug' },
  TOO_MANY_API_KEYS: { status: 409, title: 'Revoke an API key before you create another' },
  PROVIDER_NOT_CONNECTED: { status: 409, title: 'Connect the hosting provider first' },
  RUN_OPEN: { status: 409, title: 'This server has an open run: finish or close it first' },
  SANDBOX_ONLY: { status: 409, title: 'This is for the sandbox alone' },
  INVOICE_EXISTS: { status: 409, title: 'An invoice of this number was entered before' },
  IP_ADDRESS_EXISTS: { status: 409, title: 'This IP address was entered before' },
  STATE_CONFLICT: { status: 409, title: 'This is not possible in the present state' },

  LINK_EXPIRED: { status: 410, title: 'This link has expired', code: 'TOKEN_EXPIRED' },
  BODY_TOO_LARGE: { status: 413, title: 'The request is too large' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, title: 'Send application/json' },
  WEAK_PASSWORD: { status: 422, title: 'This password is not accepted' },
  SAME_PASSWORD: { status: 422, title: 'The new password is the present one' },
  WORKSPACE_NOT_FOUND: { status: 422, title: 'No such workspace' },
  SERVER_NOT_FOUND: { status: 422, title: 'No such server' },
  PLAN_NOT_OFFERED: { status: 422, title: 'This plan is not offered for this server' },
  DISK_CANNOT_SHRINK: { status: 422, title: 'A disk cannot shrink' },
  CYCLE_NOT_OFFERED: { status: 422, title: 'This billing cycle is not offered for this server' },
  PROVIDER_REJECTED: { status: 422, title: 'The hosting provider refused this' },

  ACCOUNT_LOCKED: { status: 429, title: 'Too many failed sign-ins: wait before the next one' },
  RATE_LIMITED: { status: 429, title: 'Too many requests from this address' },

  INTERNAL: { status: 500, title: 'Something went wrong on our side' },
  PROVIDER_UNAUTHORIZED: { status: 502, title: 'The hosting provider does not accept the key from this machine' },
  PROVIDER_UNREACHABLE: { status: 502, title: 'The hosting provider cannot be reached' },
  PROVIDER_UNREADABLE: { status: 502, title: 'The answer of the hosting provider is not understood' },
  BUSY: { status: 503, title: 'The service is busy: try again shortly' },
  STORAGE_FULL: { status: 503, title: 'The disk is full: nothing was changed' },
});

export type ErrorKey = keyof typeof errors;

/** Why a session ended; sent to its user in SESSION_ENDED. */
export const endReasons = [
  'logout',
  'revoked',
  'idle',
  'expired',
  'password_changed',
  'second_factor_reset',
  'email_changed',
  'removed',
  'reuse_detected',
  'deleted',
] as const;
export type EndReason = (typeof endReasons)[number];

/** One field that failed validation. `path` is dotted, empty for the whole body. */
export interface FieldError {
  path: string;
  code: string;
  message: string;
}

/** What an error may carry besides its code. */
export interface ErrorDetails {
  detail?: string;
  errors?: FieldError[];
  reason?: EndReason;
  /** Seconds until a retry makes sense; also sent as Retry-After. */
  retry_after?: number;
  /** ISO 8601 instant at which the account will be deleted. */
  scheduled_deletion?: string;
  restore_token?: string;
  /** Valid for one sign-in completion (SECOND_FACTOR_REQUIRED). */
  second_factor_token?: string;
  /** Scope that the key lacks (SCOPE_REQUIRED). */
  scope?: string;
  /** Possible new owners (LAST_OWNER). */
  candidates?: { user_id: string; name: string }[];
  /** Supported methods (METHOD_NOT_ALLOWED); also sent as Allow. */
  allow?: string[];
  /** The open run (RUN_OPEN). */
  run_id?: string;
  /** Which rule of a run forbids the action (STATE_CONFLICT), see shared/upgrade-flow.ts. */
  refusal?: Refusal;
  /** Why the call to the provider failed, see shared/provider-errors.ts. */
  provider_reason?: ProviderErrorReason;
  /** The provider's own message, if it refused with one. */
  provider_message?: string;
}

/** RFC 9457 problem document, the same on both transports. */
export interface Problem extends ErrorDetails {
  type: string;
  title: string;
  status: number;
  success: false;
  code: string;
  request_id: string;
}

/** A failure that callers may see. Anything else that is thrown becomes INTERNAL. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly key: ErrorKey;
  readonly details: ErrorDetails;

  constructor(key: ErrorKey, details: ErrorDetails = {}, options?: ErrorOptions) {
    super(details.detail ?? errors[key].title, options);
    this.key = key;
    this.details = details;
  }

  get status(): number {
    return errors[this.key].status;
  }

  get code(): string {
    return codeOf(this.key);
  }
}

/** The public code for a key of the table. */
export const codeOf = (key: ErrorKey): string => errors[key].code ?? key;

/** The problem document for an error. */
export const toProblem = (error: AppError, requestId: string): Problem => ({
  type: `urn:castellan:error:${error.code.toLowerCase().replaceAll('_', '-')}`,
  title: errors[error.key].title,
  status: error.status,
  detail: error.message,
  success: false,
  code: error.code,
  ...error.details,
  request_id: requestId,
});
