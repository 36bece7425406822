import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';

export const revokeApplicationAccess = defineOperation({
  id: 'revokeApplicationAccess',
  summary: 'Revoke the access of an application: what it was given no longer works, and it has to ask again',
  http: { method: 'DELETE', path: '/users/me/application-access/{application_id}', status: 200 },
  auth: 'bearer',
  allow: 'self',
  guests: 'allowed',
  confirm: 'never',
  input: z.strictObject({ application_id: field.id }),
  output: field.done,
  errors: [],
});
