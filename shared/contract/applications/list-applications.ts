import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { application, listedApplication } from './resources.ts';

export const listApplications = defineOperation({
  id: 'listApplications',
  summary: 'List the applications that people sign in to, by name',
  http: { method: 'GET', path: '/tenants/{tenant_id}/applications', status: 200 },
  auth: 'bearer',
  allow: 'applications.manage',
  topics: ['applications'],
  input: z.strictObject({ tenant_id: field.id, ...field.page }),
  output: z.strictObject({
    applications: z.array(listedApplication),
    total: field.total,
    issuer: application.shape.issuer,
  }),
  errors: [],
});
