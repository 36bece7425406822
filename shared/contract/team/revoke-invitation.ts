import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';

export const revokeInvitation = defineOperation({
  id: 'revokeInvitation',
  summary: 'Revoke a pending invitation; its link stops working',
  http: { method: 'DELETE', path: '/tenants/{tenant_id}/invitations/{invitation_id}', status: 200 },
  auth: 'bearer',
  allow: 'team.manage',
  confirm: 'ownership',
  input: z.strictObject({ tenant_id: field.id, invitation_id: field.id }),
  output: field.done,
  errors: ['ROLE_NOT_ALLOWED', 'STATE_CONFLICT'],
});
