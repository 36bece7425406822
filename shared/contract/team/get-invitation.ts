import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { listedInvitation } from './resources.ts';

export const getInvitation = defineOperation({
  id: 'getInvitation',
  summary: 'Read an invitation',
  http: { method: 'GET', path: '/tenants/{tenant_id}/invitations/{invitation_id}', status: 200 },
  auth: 'bearer',
  allow: 'team.manage',
  topics: ['invitations'],
  input: z.strictObject({ tenant_id: field.id, invitation_id: field.id }),
  output: listedInvitation,
  errors: [],
});
