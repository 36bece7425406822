import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { application, enteredApplication, ofApplication } from './resources.ts';

export const updateApplication = defineOperation({
  id: 'updateApplication',
  summary: 'Change an application; omitted fields stay unchanged. Another kind signs everyone out of it',
  http: { method: 'PUT', path: '/tenants/{tenant_id}/applications/{application_id}', status: 200 },
  auth: 'bearer',
  allow: 'applications.manage',
  confirm: 'redirection',
  input: z.strictObject({ ...ofApplication, ...z.object(enteredApplication).partial().shape }),
  output: application,
  errors: ['API_KEY_REFUSED', 'APPLICATION_HOST_TAKEN', 'APPLICATION_NAME_TAKEN', 'SERVICE_ACCOUNT_REFUSED'],
});
