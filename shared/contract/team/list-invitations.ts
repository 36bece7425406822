import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { invitationStatuses, listedInvitation } from './resources.ts';

export const listInvitations = defineOperation({
  id: 'listInvitations',
  summary: 'List the invitations of the organization, newest first',
  http: { method: 'GET', path: '/tenants/{tenant_id}/invitations', status: 200 },
  auth: 'bearer',
  allow: 'team.manage',
  topics: ['invitations'],
  input: z.strictObject({
    tenant_id: field.id,
    ...field.page,
    status: z.enum(invitationStatuses).optional(),
  }),
  output: z.strictObject({ invitations: z.array(listedInvitation), total: field.total }),
  errors: [],
});
