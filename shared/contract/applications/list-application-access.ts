import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { applicationAccess } from './resources.ts';

export const listApplicationAccess = defineOperation({
  id: 'listApplicationAccess',
  summary: 'List the applications that you gave access to your account, by name',
  http: { method: 'GET', path: '/users/me/application-access', status: 200 },
  auth: 'bearer',
  allow: 'self',
  guests: 'allowed',
  topics: ['account', 'applications'],
  input: field.nothing,
  output: z.strictObject({ applications: z.array(applicationAccess), total: field.total }),
  errors: [],
});
