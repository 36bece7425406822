import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';

const undoableChanges = ['passkey', 'authenticator', 'api_key', 'recovery_codes', 'owner'] as const;

export const lookupUndo = defineOperation({
  id: 'lookupUndo',
  summary: "Read which change an email's link undoes, without using the link up",
  http: { method: 'POST', path: '/security/undo/lookup', status: 200 },
  // The token undoes the change, and proxies log the URLs of requests.
  effect: 'read',
  auth: 'none',
  throttle: 'token_guess',
  input: z.strictObject({ token: field.token }),
  output: z.strictObject({
    kind: z.enum(undoableChanges),
    name: z.string().nullable().meta({
      description: 'Of the passkey or API key, or of the new owner; null for an authenticator app, and if it is gone',
    }),
    email: field.email.meta({
      description: 'Address of the account that got the passkey, app or key, or of the new owner',
    }),
    at: field.timestamp,
    device: z.string().nullable().meta({ description: 'Of the session that made the change; null if it is unknown' }),
    ip_address: z.string().nullable(),
    person: z
      .string()
      .nullable()
      .meta({ description: 'Who made someone an owner; null for changes of the own account, and if it is unknown' }),
  }),
  errors: ['LINK_INVALID', 'LINK_EXPIRED', 'RATE_LIMITED'],
});
