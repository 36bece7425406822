import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { ofApplication } from './resources.ts';

export const deleteApplication = defineOperation({
  id: 'deleteApplication',
  summary: 'Delete an application: no one can sign in to it anymore, and what it was given no longer works',
  http: { method: 'DELETE', path: '/tenants/{tenant_id}/applications/{application_id}', status: 200 },
  auth: 'bearer',
  allow: 'applications.manage',
  confirm: 'never',
  input: z.strictObject(ofApplication),
  output: field.done,
  errors: [],
});
