import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';

export const refresh = defineOperation({
  id: 'refresh',
  seed: '000 §4 #16',
  summary: 'Exchange the refresh token for a new access token and a new refresh token',
  http: { method: 'POST', path: '/auth/refresh', status: 200 },
  auth: 'none',
  throttle: 'token_guess',
  input: z.strictObject({ refresh_token: field.token }),
  output: z.strictObject({ access_token: z.string(), refresh_token: z.string(), expires_in: field.expiresIn }),
  errors: ['REFRESH_TOKEN_INVALID', 'RATE_LIMITED'],
});
