import { z } from 'zod';
import { defineOperation } from '../operation.ts';

export const getWelcome = defineOperation({
  id: 'getWelcome',
  summary: 'Read whether anybody has an account here yet',
  http: { method: 'GET', path: '/welcome', status: 200 },
  auth: 'none',
  input: z.strictObject({}),
  output: z.strictObject({
    first_run: z.boolean().meta({ description: 'Nobody has an account yet' }),
    sample_offered: z.boolean().meta({ description: 'Whether the caller may have sample data made' }),
  }),
  errors: [],
});
