import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';

export const getTenant = defineOperation({
  id: 'getTenant',
  summary: 'Read the tenant',
  http: { method: 'GET', path: '/tenants/{tenant_id}', status: 200 },
  auth: 'bearer',
  allow: 'team.read',
  topics: ['tenant'],
  input: z.strictObject({ tenant_id: field.id }),
  output: z.strictObject({
    tenant_id: field.id,
    name: z.string(),
    created_at: field.timestamp,
    sends_email: field.sendsEmail,
    sample: z.boolean().meta({ description: 'Whether it contains sample data, with fictional people' }),
  }),
  errors: [],
});
