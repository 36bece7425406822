import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';

export const copyInvitationLink = defineOperation({
  id: 'copyInvitationLink',
  summary:
    'Create an invitation link to share yourself; earlier links no longer work, and the invitee verifies their address later',
  http: { method: 'POST', path: '/tenants/{tenant_id}/invitations/{invitation_id}/link', status: 200 },
  auth: 'bearer',
  allow: 'team.manage',
  confirm: 'always',
  answersSecret: true,
  input: z.strictObject({ tenant_id: field.id, invitation_id: field.id }),
  output: z.strictObject({ url: z.string(), expires_at: field.timestamp }),
  errors: ['ROLE_NOT_ALLOWED', 'SIGN_UPS_CLOSED', 'STATE_CONFLICT'],
});
