import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import * as resource from '../resources.ts';

export const createSampleTenant = defineOperation({
  id: 'createSampleTenant',
  summary: 'Make a tenant of sample data, and sign in as its owner: on this machine, before the first account',
  http: { method: 'POST', path: '/welcome/sample', status: 201 },
  auth: 'none',
  throttle: 'sample',
  input: z.strictObject({}),
  output: resource.login
    .extend({ password: z.string().meta({ description: 'Of every account of the sample; told once' }) })
    .meta({ id: 'SampleLogin' }),
  errors: ['STATE_CONFLICT', 'RATE_LIMITED'],
});
