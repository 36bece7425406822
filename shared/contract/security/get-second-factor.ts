import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';

export const getSecondFactor = defineOperation({
  id: 'getSecondFactor',
  summary: 'Read whether your account uses two-factor authentication',
  http: { method: 'GET', path: '/users/me/second-factor', status: 200 },
  auth: 'bearer',
  allow: 'self',
  guests: 'allowed',
  topics: ['account'],
  despite: ['second_factor'],
  input: field.nothing,
  output: z.strictObject({
    enabled: z.boolean().meta({ description: 'Whether an authenticator app or a passkey is set up' }),
    enabled_at: field.timestamp.nullable(),
    authenticator: z.boolean(),
    passkeys: z.int().min(0),
    recovery_codes_left: z.int().min(0),
    required_from: field.timestamp
      .nullable()
      .meta({ description: "From when on the organization requires it; null if it doesn't" }),
  }),
  errors: [],
});
