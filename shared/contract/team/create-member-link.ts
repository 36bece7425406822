import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';

export const createMemberLink = defineOperation({
  id: 'createMemberLink',
  summary:
    "Create a link to verify a member's address or reset their password: sent by email, or returned to share yourself",
  http: { method: 'POST', path: '/tenants/{tenant_id}/users/{user_id}/link', status: 200 },
  auth: 'bearer',
  allow: 'team.manage',
  confirm: 'always',
  answersSecret: true,
  input: z.strictObject({
    tenant_id: field.id,
    user_id: field.id,
    purpose: z.enum(['verify_email', 'reset_password']),
  }),
  output: z.strictObject({
    url: z.string().nullable().meta({ description: 'Null if it was emailed' }),
    expires_at: field.timestamp,
  }),
  errors: ['MEMBER_NOT_FOUND', 'ROLE_NOT_ALLOWED', 'STATE_CONFLICT'],
});
