import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { ofApplication } from './resources.ts';

export const removeApplicationSecret = defineOperation({
  id: 'removeApplicationSecret',
  summary: 'Remove a secret of an application; it is rejected from then on',
  http: {
    method: 'DELETE',
    path: '/tenants/{tenant_id}/applications/{application_id}/secrets/{secret_id}',
    status: 200,
  },
  auth: 'bearer',
  allow: 'applications.manage',
  confirm: 'never',
  input: z.strictObject({ ...ofApplication, secret_id: field.id }),
  output: field.done,
  errors: [],
});
