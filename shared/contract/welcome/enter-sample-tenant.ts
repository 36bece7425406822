import { z } from 'zod';
import { roles } from '../../rules/roles.ts';
import { defineOperation } from '../operation.ts';
import * as resource from './resources.ts';

export const enterSampleTenant = defineOperation({
  id: 'enterSampleTenant',
  summary: 'Sign in to the sample data without a password; only from this computer, before the first account',
  http: { method: 'POST', path: '/welcome/sample/sessions', status: 201 },
  auth: 'none',
  throttle: 'sample',
  input: z.strictObject({
    role: z.enum(roles).default('owner').meta({ description: 'Sign in as the first member with this role' }),
  }),
  output: resource.sampleLogin,
  errors: ['STATE_CONFLICT', 'RATE_LIMITED'],
});
