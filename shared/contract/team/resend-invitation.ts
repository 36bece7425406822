import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { sentInvitation } from './resources.ts';

export const resendInvitation = defineOperation({
  id: 'resendInvitation',
  summary: 'Send an invitation again with a new link; earlier links no longer work, and it expires later',
  http: { method: 'POST', path: '/tenants/{tenant_id}/invitations/{invitation_id}/resend', status: 200 },
  auth: 'bearer',
  allow: 'team.manage',
  confirm: 'ownership',
  serviceAccounts: 'refused',
  input: z.strictObject({ tenant_id: field.id, invitation_id: field.id }),
  output: sentInvitation,
  errors: [
    'ROLE_NOT_ALLOWED',
    'ALREADY_INVITED',
    'MAIL_QUOTA_REACHED',
    'SIGN_UPS_CLOSED',
    'EMAIL_DOMAIN_NOT_ALLOWED',
    'STATE_CONFLICT',
  ],
});
