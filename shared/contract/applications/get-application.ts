import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { application, ofApplication } from './resources.ts';

export const getApplication = defineOperation({
  id: 'getApplication',
  summary: 'Read an application, with its sign-ins on each of the last 30 days',
  http: { method: 'GET', path: '/tenants/{tenant_id}/applications/{application_id}', status: 200 },
  auth: 'bearer',
  allow: 'applications.manage',
  topics: ['applications'],
  input: z.strictObject(ofApplication),
  output: application,
  errors: [],
});
