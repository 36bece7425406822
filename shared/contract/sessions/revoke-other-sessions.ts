import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';

export const revokeOtherSessions = defineOperation({
  id: 'revokeOtherSessions',
  summary: 'End all your other sessions',
  http: { method: 'DELETE', path: '/auth/sessions', status: 200 },
  auth: 'bearer',
  allow: 'self',
  guests: 'allowed',
  confirm: 'never',
  input: field.nothing,
  output: field.done.extend({ ended: z.int().min(0) }),
  errors: [],
});
