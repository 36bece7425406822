import { type ProviderErrorKey, type ProviderErrorReason, providerErrorText } from '../flows/provider-errors.ts';
import type { Refusal } from '../flows/upgrade-actions.ts';
import type { CaptchaChallenge } from '../rules/captcha.ts';
import type { ConfirmationMethod, SecondFactorMethod } from '../rules/sign-in-methods.ts';
import { lowerAscii } from '../text-input/ascii-case.ts';
import { type FieldError, fieldErrorsText } from './field-reasons.ts';
import type { WireParams } from './message-params.ts';
import { type Reason, type Reasoned, type ReasonedKey, reasonText } from './reasons.ts';

/**
 * The closed table of errors (seed 000 §7.2 shows none; RFC 9457). The key is what the service throws. `code` is what
 * callers see; it differs from the key only where one code maps to two statuses.
 */
const define = <Key extends string>(table: Record<Key, { status: number; title: string; code?: string }>) => table;

export const errors = define({
  VALIDATION_FAILED: { status: 400, title: 'The request isn’t valid' },
  MALFORMED_REQUEST: { status: 400, title: 'This isn’t a valid HTTP request' },
  MALFORMED_BODY: { status: 400, title: 'The request body isn’t valid JSON' },
  CURRENT_PASSWORD_INVALID: { status: 400, title: 'The current password is wrong' },
  CONFIRMATION_REQUIRED: { status: 400, title: 'Type DELETE to confirm' },
  LINK_INVALID: { status: 400, title: 'This link doesn’t work', code: 'TOKEN_INVALID' },
  SECOND_FACTOR_INVALID: { status: 400, title: 'This code is wrong or was already used' },
  /** DECISION 0190 */
  PASSKEY_INVALID: { status: 400, title: 'This passkey didn’t work' },
  HOST_NOT_ALLOWED: { status: 400, title: 'This host name isn’t allowed' },

  UNAUTHENTICATED: { status: 401, title: 'An access token is required' },
  TOKEN_INVALID: { status: 401, title: 'The access token isn’t valid' },
  TOKEN_EXPIRED: { status: 401, title: 'The access token has expired' },
  SESSION_ENDED: { status: 401, title: 'The session has ended' },
  INVALID_CREDENTIALS: { status: 401, title: 'Wrong email or password' },
  REFRESH_TOKEN_INVALID: { status: 401, title: 'The refresh token isn’t valid' },

  FORBIDDEN: { status: 403, title: 'Your role doesn’t allow this' },
  ROLE_NOT_ALLOWED: { status: 403, title: 'Your role doesn’t allow this for a member with that role' },
  ACCOUNT_PENDING_DELETION: { status: 403, title: 'This account is scheduled for deletion' },
  /** DECISION 0092 */
  ACCOUNT_DISABLED: { status: 403, title: 'This account is disabled. Ask an admin of your organization' },
  /** DECISION 0022: 403, because on a 401, clients would try to refresh a session that does not exist. */
  SECOND_FACTOR_REQUIRED: { status: 403, title: 'A two-factor code is required' },
  /** DECISION 0136 */
  EMAIL_VERIFICATION_REQUIRED: {
    status: 403,
    title: 'Your organization requires a verified email address. Verify yours first',
  },
  /** DECISION 0136 */
  SECOND_FACTOR_SETUP_REQUIRED: {
    status: 403,
    title: 'Your organization requires two-factor authentication. Set it up first',
  },
  /** DECISION 0290 */
  CAPTCHA_REQUIRED: { status: 403, title: 'Solve the challenge first, then try again' },
  /** DECISION 0258 */
  REAUTHENTICATION_REQUIRED: { status: 403, title: "Confirm that it's you" },
  API_KEY_REFUSED: { status: 403, title: 'API keys can’t do this. Sign in instead' },
  SCOPE_REQUIRED: { status: 403, title: 'This API key lacks the required scope' },
  /** DECISION 0317 */
  SERVICE_ACCOUNT_REFUSED: { status: 403, title: 'Service accounts can’t do this. A person has to sign in' },
  ADDRESS_NOT_ALLOWED: { status: 403, title: 'This service account may not be used from this address' },
  SIGN_UPS_CLOSED: { status: 403, title: 'You can’t create an account here' },
  ORIGIN_NOT_ALLOWED: { status: 403, title: 'Requests from this origin aren’t allowed' },

  NOT_FOUND: { status: 404, title: 'Not found' },
  MEMBER_NOT_FOUND: { status: 404, title: 'Member not found' },
  METHOD_NOT_ALLOWED: { status: 405, title: 'This method isn’t allowed' },

  REQUEST_TIMEOUT: { status: 408, title: 'The request arrived too slowly' },

  EMAIL_TAKEN: { status: 409, title: 'This email address already has an account' },
  ALREADY_MEMBER: { status: 409, title: 'This person is already a member' },
  ALREADY_INVITED: { status: 409, title: 'This address already has a pending invitation' },
  LAST_OWNER: { status: 409, title: 'An organization needs at least one owner' },
  SLUG_TAKEN: { status: 409, title: 'This address is already taken' },
  TOO_MANY_API_KEYS: { status: 409, title: 'You have too many API keys. Revoke one first' },
  /** DECISION 0311 */
  TOO_MANY_EVENT_DESTINATIONS: { status: 409, title: 'There are too many event destinations. Remove one first' },
  TOO_MANY_SERVICE_ACCOUNTS: {
    status: 409,
    title: 'Your organization has too many service accounts. Delete one first',
  },
  TOO_MANY_SERVICE_KEYS: { status: 409, title: 'This service account has too many keys. Revoke one first' },
  /** DECISION 0300 */
  GROUP_NAME_TAKEN: { status: 409, title: 'Another group already has this name' },
  CUSTOM_ROLE_NAME_TAKEN: { status: 409, title: 'Another custom role already has this name' },
  TOO_MANY_CUSTOM_ROLES: { status: 409, title: 'Your organization has too many custom roles. Delete one first' },
  TOO_MANY_GROUPS: { status: 409, title: 'Your organization has too many groups. Delete one first' },
  /** DECISION 0336 */
  APPLICATIONS_NEED_HTTPS: {
    status: 409,
    title: 'Applications need a public URL with https. Ask the operator of this server to set one',
  },
  /** DECISION 0341 */
  CLIENT_SECRETS_NEED_HTTPS: {
    status: 409,
    title: 'Client secrets need a public URL with https. Ask the operator of this server to set one',
  },
  APPLICATION_HOST_TAKEN: { status: 409, title: 'Another application already protects this host' },
  APPLICATION_NAME_TAKEN: { status: 409, title: 'Another application already has this name' },
  TOO_MANY_APPLICATIONS: { status: 409, title: 'Your organization has too many applications. Delete one first' },
  TOO_MANY_APPLICATION_SECRETS: { status: 409, title: 'This application has too many secrets. Remove one first' },
  DEVICE_UNKNOWN: { status: 409, title: 'This device isn’t known. Sign in on it again' },
  TOO_MANY_PASSKEYS: { status: 409, title: 'You have too many passkeys. Remove one first' },
  PROVIDER_NOT_CONNECTED: { status: 409, title: 'Connect the hosting provider first' },
  RUN_OPEN: { status: 409, title: 'Something is already in progress for this server. Finish or close it first' },
  SANDBOX_ONLY: { status: 409, title: 'This is available only in the sandbox' },
  INVOICE_EXISTS: { status: 409, title: 'An invoice with this number already exists' },
  IP_ADDRESS_EXISTS: { status: 409, title: 'This IP address already exists' },
  /** DECISION 0115 */
  IDEMPOTENCY_CONFLICT: { status: 409, title: 'This Idempotency-Key can’t be used' },
  STATE_CONFLICT: { status: 409, title: 'This isn’t possible right now' },

  LINK_EXPIRED: { status: 410, title: 'This link has expired', code: 'TOKEN_EXPIRED' },
  /** DECISION 0310 */
  PRECONDITION_FAILED: { status: 412, title: 'This has changed since you read it. Read it again, then retry' },
  BODY_TOO_LARGE: { status: 413, title: 'The request is too large' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, title: 'Send the request as application/json' },
  WEAK_PASSWORD: { status: 422, title: 'Choose another password' },
  SAME_PASSWORD: { status: 422, title: 'The new password must differ from the current one' },
  EMAIL_DOMAIN_NOT_ALLOWED: { status: 422, title: 'Your organization doesn’t allow email addresses at this domain' },
  WORKSPACE_NOT_FOUND: { status: 422, title: 'Workspace not found' },
  SERVER_NOT_FOUND: { status: 422, title: 'Server not found' },
  PLAN_NOT_OFFERED: { status: 422, title: 'This server can’t have this plan' },
  DISK_CANNOT_SHRINK: { status: 422, title: 'A disk can’t shrink' },
  PROVIDER_REJECTED: { status: 422, title: 'The hosting provider rejected the request' },

  ACCOUNT_LOCKED: { status: 429, title: 'Too many failed sign-ins. Try again later' },
  MAIL_QUOTA_REACHED: { status: 429, title: 'Too many emails today' },
  RATE_LIMITED: { status: 429, title: 'Too many requests from this address' },

  HEADERS_TOO_LARGE: { status: 431, title: 'The headers of the request are too large' },

  INTERNAL: { status: 500, title: 'Something went wrong on our side' },
  PROVIDER_UNAUTHORIZED: {
    status: 502,
    title: 'The hosting provider rejected the API key or the address of this computer',
  },
  PROVIDER_UNREACHABLE: { status: 502, title: 'The hosting provider couldn’t be reached' },
  PROVIDER_UNREADABLE: { status: 502, title: 'The hosting provider sent an unexpected response' },
  BUSY: { status: 503, title: 'The service is busy. Try again shortly' },
  STORAGE_FULL: { status: 503, title: 'The disk is full. Nothing was changed' },
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
  'disabled',
  'reuse_detected',
  'deleted',
] as const;
export type EndReason = (typeof endReasons)[number];

/** What any error may carry besides its code and its reason. */
export interface ErrorDetails {
  errors?: FieldError[];
  /** Seconds until a retry makes sense; also sent as Retry-After. */
  retry_after?: number;
  /** ISO 8601 instant at which the account will be deleted. */
  scheduled_deletion?: string;
  restore_token?: string;
  /** Valid for one sign-in completion (SECOND_FACTOR_REQUIRED). */
  second_factor_token?: string;
  /** What the account has, besides recovery codes, to complete it with (SECOND_FACTOR_REQUIRED). */
  second_factor_methods?: SecondFactorMethod[];
  /** Days for which this device can be trusted after completing it; absent if the organization doesn't allow that. */
  trusted_device_days?: number;
  /** What the account can confirm with, strongest first (REAUTHENTICATION_REQUIRED). */
  confirm_with?: ConfirmationMethod[];
  /** How old a confirmation may be (REAUTHENTICATION_REQUIRED). */
  max_age_seconds?: number;
  /** What to solve (CAPTCHA_REQUIRED), see shared/rules/captcha.ts. */
  captcha?: CaptchaChallenge;
  /** Scope that the key lacks (SCOPE_REQUIRED). */
  scope?: string;
  /** Possible new owners (LAST_OWNER). */
  candidates?: { user_id: string; name: string }[];
  /** Supported methods (METHOD_NOT_ALLOWED); also sent as Allow. */
  allow?: string[];
  /** What it is now (PRECONDITION_FAILED); also sent as ETag. */
  etag?: string;
  /** The open run (RUN_OPEN). */
  run_id?: string;
  /** Which rule of a run forbids the action (STATE_CONFLICT), see shared/flows/upgrade-actions.ts. */
  refusal?: Refusal;
  /** Why the call to the provider failed, see shared/flows/provider-errors.ts. */
  provider_reason?: ProviderErrorReason;
  /** The provider's own message, if it refused with one. */
  provider_message?: string;
}

/** RFC 9457 problem document, the same on both transports. */
export interface Problem extends ErrorDetails {
  type: string;
  title: string;
  status: number;
  /** The reason in English; the title if there is none. */
  detail: string;
  success: false;
  code: string;
  /** See shared/texts/reasons.ts; why the session ended for errors of sessions. */
  reason?: Reason | EndReason;
  params?: WireParams;
  request_id: string;
}

/** The public code for a key of the table. */
export const codeOf = (key: ErrorKey): string => errors[key].code ?? key;

type SessionKey = 'SESSION_ENDED' | 'REFRESH_TOKEN_INVALID' | 'REAUTHENTICATION_REQUIRED' | 'CAPTCHA_REQUIRED';
/** Errors without a reason. */
export type PlainKey = Exclude<ErrorKey, ReasonedKey | ProviderErrorKey | SessionKey | 'VALIDATION_FAILED'>;

type With<Key, Details> = [key: Key, details: Details, options?: ErrorOptions];
type ProviderDetails = Required<Pick<ErrorDetails, 'provider_reason'>> & Pick<ErrorDetails, 'provider_message'>;

/** What each error must carry. A missing or wrong reason or parameter does not compile. */
export type AppErrorArgs =
  | [key: PlainKey, details?: ErrorDetails, options?: ErrorOptions]
  | { [Key in ReasonedKey]: With<Key, Reasoned<Key> & ErrorDetails> }[ReasonedKey]
  | [key: 'REFRESH_TOKEN_INVALID', details?: { reason?: EndReason }]
  | With<'SESSION_ENDED', { reason: EndReason }>
  | With<'REAUTHENTICATION_REQUIRED', Required<Pick<ErrorDetails, 'confirm_with' | 'max_age_seconds'>>>
  | With<'CAPTCHA_REQUIRED', Required<Pick<ErrorDetails, 'captcha'>>>
  | With<'VALIDATION_FAILED', { errors: FieldError[] }>
  | With<ProviderErrorKey, ProviderDetails>;

/** Everything that an error carries. */
export type ThrownDetails = ErrorDetails & Pick<Problem, 'reason' | 'params'>;

/** The English text of an error, made from the tables and nowhere else. */
const detailOf = (key: ErrorKey, { reason, params, ...details }: ThrownDetails): string | undefined => {
  if (key === 'VALIDATION_FAILED') return fieldErrorsText(details.errors ?? []);
  if (details.provider_reason) return providerErrorText(details.provider_reason, details.provider_message);
  return reason && reasonText(key, reason, params);
};

/** A failure that callers may see. Anything else that is thrown becomes INTERNAL. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly key: ErrorKey;
  readonly details: ThrownDetails;

  constructor(...[key, details = {}, options]: AppErrorArgs) {
    super(detailOf(key, details) || errors[key].title, options);
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

/** The problem document for an error. */
export const toProblem = (error: AppError, requestId: string): Problem => ({
  type: `urn:castellan:error:${lowerAscii(error.code).replaceAll('_', '-')}`,
  title: errors[error.key].title,
  status: error.status,
  detail: error.message,
  success: false,
  code: error.code,
  ...error.details,
  request_id: requestId,
});
