import { z } from 'zod';
import { email, id, role, timestamp } from '../fields.ts';
import { preferencesSchema } from '../preferences.ts';
import { profileOutput } from './fields.ts';

/** User, seed 000 §2. */
export const user = z
  .strictObject({
    user_id: id,
    email,
    ...profileOutput,
    tenant_id: id,
    role,
    email_verified: z.boolean(),
    created_at: timestamp,
    preferences: preferencesSchema,
  })
  .meta({ id: 'User' });
