import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';

export const getMemberAccess = defineOperation({
  id: 'getMemberAccess',
  summary: 'Read how a member signs in, and what keeps them from it',
  http: { method: 'GET', path: '/tenants/{tenant_id}/users/{user_id}/access', status: 200 },
  auth: 'bearer',
  allow: 'sessions.manage',
  topics: ['member_pages', 'audit'],
  input: z.strictObject({ tenant_id: field.id, user_id: field.id }),
  output: z
    .strictObject({
      authenticator: z.boolean().meta({ description: 'Whether an authenticator app is set up' }),
      passkeys: z.int().min(0),
      locked_until: field.timestamp.nullable().meta({
        description:
          "Until when sign-ins with a password are refused on devices that the account hasn't signed in on; null if they aren't",
      }),
      deletion_at: field.timestamp
        .nullable()
        .meta({ description: "When the account is deleted; null if it isn't scheduled for deletion" }),
    })
    .meta({ id: 'MemberAccess' }),
  errors: ['MEMBER_NOT_FOUND'],
});
