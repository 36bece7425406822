import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { session } from './resources.ts';

export const listSessions = defineOperation({
  id: 'listSessions',
  seed: '000 §4 #17',
  summary: 'List your sessions, last active first',
  http: { method: 'GET', path: '/auth/sessions', status: 200 },
  auth: 'bearer',
  allow: 'self',
  guests: 'allowed',
  topics: ['account'],
  input: field.nothing,
  output: z.strictObject({ sessions: z.array(session) }),
  errors: [],
});
