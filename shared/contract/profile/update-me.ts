import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { preferencesSchema } from '../preferences.ts';
import { profileInput, profileOutput } from './fields.ts';

export const updateMe = defineOperation({
  id: 'updateMe',
  seed: '000 §4 #10',
  summary: 'Change your name and preferences; omitted fields stay unchanged',
  http: { method: 'PUT', path: '/users/me', status: 200 },
  auth: 'bearer',
  allow: 'self',
  guests: 'allowed',
  confirm: 'never',
  keys: 'allowed',
  input: profileInput.partial().extend({ preferences: preferencesSchema.partial().optional() }),
  output: z.strictObject({
    success: field.success,
    user: z.strictObject({ ...profileOutput, preferences: preferencesSchema }),
  }),
  errors: [],
});
