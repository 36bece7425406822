import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';

export const lookupInvitation = defineOperation({
  id: 'lookupInvitation',
  summary: "Read an invitation by its link's token, without using it up",
  http: { method: 'POST', path: '/invitations/lookup', status: 200 },
  // The token lets anyone accept the invitation, and proxies log the URLs of requests.
  effect: 'read',
  auth: 'none',
  throttle: 'token_guess',
  input: z.strictObject({ token: field.token }),
  output: z.strictObject({
    email: field.email,
    role: field.role,
    guest: z.boolean().meta({ description: 'Whether it makes a guest' }),
    tenant_name: z.string(),
    sign_in_slug: z
      .string()
      .nullable()
      .meta({ description: "Of the organization's own sign-in page. Null if it has none" }),
    invited_by: z.string(),
    workspaces: z.array(z.string()).meta({ description: 'Names of the workspaces' }),
    password_min_length: z
      .int()
      .meta({ description: 'Characters that the organization requires of passwords, at least' }),
    expires_at: field.timestamp,
  }),
  errors: ['LINK_INVALID', 'LINK_EXPIRED', 'SIGN_UPS_CLOSED', 'RATE_LIMITED'],
});
