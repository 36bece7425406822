import { z } from 'zod';
import { defineOperation } from '../operation.ts';

export const getOperatorAccess = defineOperation({
  id: 'getOperatorAccess',
  summary: 'Read whether you operate this server',
  http: { method: 'GET', path: '/installation/access', status: 200 },
  auth: 'bearer',
  allow: 'self',
  guests: 'allowed',
  topics: [],
  input: z.strictObject({}),
  output: z.strictObject({ operator: z.boolean() }),
  errors: [],
});
