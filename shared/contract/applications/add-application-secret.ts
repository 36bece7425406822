import { z } from 'zod';
import { applicationLimits } from '../../rules/limits.ts';
import { defineOperation } from '../operation.ts';
import { application, ofApplication } from './resources.ts';

const { overlapDays } = applicationLimits;

export const addApplicationSecret = defineOperation({
  id: 'addApplicationSecret',
  summary: 'Roll the secret of a web application: the new one is shown only once; those before it expire',
  http: { method: 'POST', path: '/tenants/{tenant_id}/applications/{application_id}/secrets', status: 200 },
  auth: 'bearer',
  allow: 'applications.manage',
  confirm: 'always',
  answersSecret: true,
  input: z.strictObject({
    ...ofApplication,
    overlap_days: z
      .int()
      .min(0)
      .max(overlapDays.max)
      .default(overlapDays.default)
      .meta({ description: 'How long the secrets before still work, unless they expire sooner; 0 removes them now' }),
  }),
  output: application.extend({
    secret: z.string().meta({ description: 'The client secret; only shown now' }),
  }),
  errors: ['STATE_CONFLICT', 'TOO_MANY_APPLICATION_SECRETS'],
});
