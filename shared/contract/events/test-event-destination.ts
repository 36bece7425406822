import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { attemptResult } from './resources.ts';

export const testEventDestination = defineOperation({
  id: 'testEventDestination',
  summary: 'Send a test event now, once, and say how it went',
  http: { method: 'POST', path: '/tenants/{tenant_id}/event-destinations/{destination_id}/test', status: 200 },
  auth: 'bearer',
  allow: 'events.manage',
  confirm: 'never',
  keys: 'refused',
  idempotent: 'harmless',
  input: z.strictObject({ tenant_id: field.id, destination_id: field.id }),
  output: attemptResult,
  errors: [],
});
