import { z } from 'zod';
import { endReasons } from '../../texts/errors.ts';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { sessionRecord } from './resources.ts';

/**
 * DECISION 0029: start and end of a session have their own operation, because the seed's session list has only five
 * fields.
 */
export const listSessionHistory = defineOperation({
  id: 'listSessionHistory',
  summary: 'List your sessions with start and end: open ones first, then those that ended last',
  http: { method: 'GET', path: '/auth/sessions/history', status: 200 },
  auth: 'bearer',
  allow: 'self',
  guests: 'allowed',
  topics: ['account'],
  input: z.strictObject({
    ...field.slice,
    state: z.enum(['open', 'ended']).optional(),
    end_reason: z.enum(endReasons).optional(),
  }),
  output: z.strictObject({ sessions: z.array(sessionRecord), total: field.total }),
  errors: [],
});
