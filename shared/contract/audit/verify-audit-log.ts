import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';

export const verifyAuditLog = defineOperation({
  id: 'verifyAuditLog',
  summary: 'Verify that no row of the audit log was changed, deleted, moved or added behind the service’s back',
  http: { method: 'POST', path: '/tenants/{tenant_id}/audit/verify', status: 200 },
  auth: 'bearer',
  allow: 'audit.read',
  input: z.strictObject({ tenant_id: field.id }),
  output: z.strictObject({
    valid: z.boolean(),
    checked: z.int().min(0).meta({ description: 'How many rows hold' }),
    first_broken: z.int().min(1).optional().meta({ description: 'The number of the first row that does not' }),
  }),
  errors: [],
});
