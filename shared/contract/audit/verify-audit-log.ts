import { z } from 'zod';
import { auditVerifying, second } from '../../rules/limits.ts';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';

export const verifyAuditLog = defineOperation({
  id: 'verifyAuditLog',
  summary: "Verify that no one changed, deleted, moved or added audit log rows behind the service's back",
  http: { method: 'POST', path: '/tenants/{tenant_id}/audit/verify', status: 200 },
  auth: 'bearer',
  allow: 'audit.read',
  confirm: 'never',
  idempotent: 'harmless',
  unchanged: { complete: false },
  input: z.strictObject({
    tenant_id: field.id,
    wait_seconds: z
      .int()
      .min(1)
      .max(auditVerifying.answerMs / second)
      .optional()
      .meta({ description: 'How long to wait for the result; 20 seconds if absent' }),
  }),
  output: z.strictObject({
    valid: z.boolean().meta({ description: 'Whether all rows are intact; if not `complete`, those checked so far' }),
    checked: z.int().min(0).meta({ description: 'How many rows are intact' }),
    total: z.int().min(0).meta({ description: 'How many rows the log has' }),
    removed: z
      .int()
      .min(1)
      .optional()
      .meta({ description: 'How many older rows were deleted at the end of their retention period; absent if none' }),
    complete: z.boolean().meta({
      description: "False if there wasn't enough time for all rows. Call again to continue",
    }),
    first_broken: z.int().min(1).optional().meta({ description: "The number of the first row that isn't intact" }),
    end: z.enum(['cut', 'unknown']).optional().meta({
      description:
        '`cut`: rows that the log once had are gone. `unknown`: this cannot be told, because the file outside of the database that records the end of each log was lost. Absent if the end is intact',
    }),
  }),
  errors: [],
});
