import { z } from 'zod';
import { grantablePermissions } from '../../rules/permissions.ts';
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
    guest: z
      .boolean()
      .optional()
      .meta({ description: 'True for a guest, who finds no other person; otherwise absent' }),
    granted: z
      .array(z.enum(grantablePermissions))
      .meta({ description: 'The permissions that custom roles give, besides those of the role' }),
    email_verified: z.boolean(),
    created_at: timestamp,
    preferences: preferencesSchema,
  })
  .meta({ id: 'User' });
