import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { ofApplication } from './resources.ts';

export const previewApplicationDeletion = defineOperation({
  id: 'previewApplicationDeletion',
  summary: 'Preview what deleting an application would end; changes nothing',
  http: { method: 'GET', path: '/tenants/{tenant_id}/applications/{application_id}/deletion', status: 200 },
  auth: 'bearer',
  allow: 'applications.manage',
  topics: [],
  input: z.strictObject(ofApplication),
  output: z.strictObject({
    people: field.total.meta({ description: 'People who have let it know who they are' }),
    sign_ins: field.total.meta({ description: 'Sign-ins in the last 30 days' }),
  }),
  errors: [],
});
