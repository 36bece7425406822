import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { tenant } from './tenant.ts';

export const getTenant = defineOperation({
  id: 'getTenant',
  summary: 'Read the organization',
  http: { method: 'GET', path: '/tenants/{tenant_id}', status: 200 },
  auth: 'bearer',
  allow: 'team.read',
  guests: 'allowed',
  topics: ['tenant', 'mail_status'],
  input: z.strictObject({ tenant_id: field.id }),
  output: tenant,
  errors: [],
});
