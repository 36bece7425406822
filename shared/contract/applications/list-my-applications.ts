import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { usableApplication } from './resources.ts';

export const listMyApplications = defineOperation({
  id: 'listMyApplications',
  summary: 'List the applications that you may sign in to, by name',
  http: { method: 'GET', path: '/users/me/applications', status: 200 },
  auth: 'bearer',
  allow: 'self',
  guests: 'allowed',
  topics: ['account', 'applications'],
  input: field.nothing,
  output: z.strictObject({ applications: z.array(usableApplication), total: field.total }),
  errors: [],
});
