import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { signIn } from './resources.ts';

export const listSignIns = defineOperation({
  id: 'listSignIns',
  summary: 'List who signed in to your account, or failed to, newest first',
  http: { method: 'GET', path: '/auth/sign-ins', status: 200 },
  auth: 'bearer',
  allow: 'self',
  guests: 'allowed',
  topics: ['account'],
  input: z.strictObject(field.slice),
  output: z.strictObject({ sign_ins: z.array(signIn), total: field.total }),
  errors: [],
});
