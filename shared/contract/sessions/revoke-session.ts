import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';

export const revokeSession = defineOperation({
  id: 'revokeSession',
  seed: '000 §4 #18',
  summary: 'End one of your sessions',
  http: { method: 'DELETE', path: '/auth/sessions/{session_id}', status: 200 },
  auth: 'bearer',
  allow: 'self',
  guests: 'allowed',
  confirm: 'never',
  input: z.strictObject({ session_id: field.id }),
  output: field.done,
  errors: [],
});
