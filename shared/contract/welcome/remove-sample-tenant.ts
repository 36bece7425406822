import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';

export const removeSampleTenant = defineOperation({
  id: 'removeSampleTenant',
  summary: 'Delete a sample organization and everything in it',
  http: { method: 'DELETE', path: '/tenants/{tenant_id}/sample', status: 200 },
  auth: 'bearer',
  allow: 'sample.remove',
  confirm: 'never',
  keys: 'refused',
  input: z.strictObject({ tenant_id: field.id }),
  output: field.done,
  errors: ['STATE_CONFLICT'],
});
