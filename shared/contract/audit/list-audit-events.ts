import { z } from 'zod';
import { auditActionNames } from '../../texts/audit.ts';
import { auditGroups, auditOutcomes } from '../../texts/audit-spec.ts';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { auditEvent } from './resources.ts';

export const listAuditEvents = defineOperation({
  id: 'listAuditEvents',
  summary: 'List who did what to whom, when and from where, newest first',
  http: { method: 'GET', path: '/tenants/{tenant_id}/audit', status: 200 },
  auth: 'bearer',
  allow: 'audit.read',
  topics: ['audit'],
  input: z.strictObject({
    tenant_id: field.id,
    ...field.page,
    actor: field.id
      .optional()
      .meta({ description: 'Id of a user or service account, or `system`, `operator` or `unknown`' }),
    target: field.id
      .optional()
      .meta({ description: 'Id of the user, invitation, workspace or email that it concerns' }),
    workspace: field.id.optional().meta({ description: 'Id of a workspace: what concerns it and its members' }),
    action: z.enum(auditActionNames).optional(),
    group: z.enum(auditGroups).optional().meta({ description: 'What kind of action' }),
    outcome: z
      .enum(auditOutcomes)
      .optional()
      .meta({ description: '`blocked`: what the service refused or ended because it looked like an attack' }),
    from: field.instant.optional().meta({ description: 'Inclusive' }),
    to: field.instant.optional().meta({ description: 'Exclusive' }),
  }),
  output: z.strictObject({ events: z.array(auditEvent), total: field.total }),
  errors: [],
});
