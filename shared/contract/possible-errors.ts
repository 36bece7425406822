import { isRefused, roleAlone } from '../rules/permissions.ts';
import { restrictions } from '../rules/restrictions.ts';
import { roles } from '../rules/roles.ts';
import type { ErrorKey } from '../texts/errors.ts';
import {
  asksToConfirm,
  isRead,
  keyScopeOf,
  type OperationSpec,
  refusingRestrictions,
  serviceScopeOf,
  takesIdempotencyKey,
} from './operation.ts';
import { stateReadOf } from './state-read.ts';

/** Whether an operation reads the body of its requests. */
const readsBody = ({ http, body }: OperationSpec): boolean => http.method !== 'GET' && body !== 'ignored';

const ofAuth = (operation: OperationSpec): ErrorKey[] => {
  const { auth, allow, guests, operator } = operation;
  if (auth === 'none') return [];
  return [
    'UNAUTHENTICATED',
    'TOKEN_INVALID',
    ...(auth === 'bearer' ? (['TOKEN_EXPIRED', 'SESSION_ENDED'] as const) : []),
    ...(auth === 'bearer' ? refusingRestrictions(operation).map((name) => restrictions[name]) : []),
    ...(asksToConfirm(operation) ? (['REAUTHENTICATION_REQUIRED'] as const) : []),
    keyScopeOf(operation) ? 'SCOPE_REQUIRED' : 'API_KEY_REFUSED',
    ...(serviceScopeOf(operation) ? [] : (['SERVICE_ACCOUNT_REFUSED'] as const)),
    'ADDRESS_NOT_ALLOWED',
    ...((auth === 'bearer' && guests !== 'allowed') ||
    operator ||
    (allow && roles.some((role) => isRefused(roleAlone(role), allow)))
      ? (['FORBIDDEN'] as const)
      : []),
  ];
};

const ofInput = (operation: OperationSpec): ErrorKey[] => [
  ...(readsBody(operation) ? (['MALFORMED_BODY', 'BODY_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const) : []),
  ...(operation.body === 'ignored' ? [] : (['VALIDATION_FAILED'] as const)),
  ...(operation.http.path.includes('{') ? (['NOT_FOUND'] as const) : []),
];

/** Whether it may have to write: ending a session that has lapsed is a write too. */
const mayWrite = (operation: OperationSpec): boolean => operation.auth !== 'none' || !isRead(operation);

/**
 * Every error that an operation may return: its own, and those that follow from its credentials, its input, its limits
 * and the server that it runs on. The OpenAPI document lists exactly these, and tests fail on any other answer.
 */
export const possibleErrors = (operation: OperationSpec): ReadonlySet<ErrorKey> =>
  new Set<ErrorKey>([
    'HOST_NOT_ALLOWED',
    'ORIGIN_NOT_ALLOWED',
    ...ofAuth(operation),
    ...ofInput(operation),
    ...operation.errors,
    ...(takesIdempotencyKey(operation) ? (['IDEMPOTENCY_CONFLICT'] as const) : []),
    ...(stateReadOf(operation) ? (['PRECONDITION_FAILED'] as const) : []),
    ...(operation.captcha ? (['CAPTCHA_REQUIRED'] as const) : []),
    ...(operation.throttle ? (['RATE_LIMITED'] as const) : []),
    // Passwords that are asked for again are limited per account.
    ...(operation.errors.includes('CURRENT_PASSWORD_INVALID') ? (['ACCOUNT_LOCKED'] as const) : []),
    'INTERNAL',
    'BUSY',
    ...(mayWrite(operation) ? (['STORAGE_FULL'] as const) : []),
  ]);
