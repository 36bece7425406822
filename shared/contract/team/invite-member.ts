import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { sentInvitation } from './resources.ts';

export const inviteMember = defineOperation({
  id: 'inviteMember',
  seed: '000 §4 #12',
  summary: 'Invite someone to the organization and its workspaces by email',
  http: { method: 'POST', path: '/tenants/{tenant_id}/invitations', status: 201 },
  creates: '/tenants/{tenant_id}/invitations/{invitation_id}',
  auth: 'bearer',
  allow: 'team.manage',
  confirm: 'ownership',
  serviceAccounts: 'refused',
  input: z.strictObject({
    tenant_id: field.id,
    email: field.email,
    role: field.role,
    guest: z.boolean().default(false).meta({
      description: 'Whether they become a guest: a `member` who sees the workspaces they are in, and no other person',
    }),
    workspaces: z.array(field.id).max(100).default([]),
    workspace_role: field.workspaceRole.default('Member').meta({ description: 'The role in these workspaces' }),
  }),
  output: sentInvitation,
  errors: [
    'ROLE_NOT_ALLOWED',
    'API_KEY_REFUSED',
    'ALREADY_MEMBER',
    'ALREADY_INVITED',
    'MAIL_QUOTA_REACHED',
    'SIGN_UPS_CLOSED',
    'EMAIL_DOMAIN_NOT_ALLOWED',
    'WORKSPACE_NOT_FOUND',
  ],
});
