import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import * as resource from './resources.ts';

export const createSampleTenant = defineOperation({
  id: 'createSampleTenant',
  summary:
    'Create an organization with sample data and sign in as its owner; only from this computer, before the first account',
  http: { method: 'POST', path: '/welcome/sample', status: 201 },
  auth: 'none',
  throttle: 'sample',
  input: z.strictObject({}),
  output: resource.sampleLogin,
  errors: ['STATE_CONFLICT', 'RATE_LIMITED'],
});
