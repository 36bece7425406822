import { z } from 'zod';
import { bulkLimits, textLimits } from '../../rules/limits.ts';
import { boundedString } from '../bounded-string.ts';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { invitationOutcome } from './resources.ts';

export const inviteMembers = defineOperation({
  id: 'inviteMembers',
  summary: "Invite several people; one that fails doesn't stop the others",
  http: { method: 'POST', path: '/tenants/{tenant_id}/bulk/invitations', status: 200 },
  auth: 'bearer',
  allow: 'team.manage',
  confirm: 'ownership',
  serviceAccounts: 'refused',
  body: 'list',
  input: z.strictObject({
    tenant_id: field.id,
    /** Any text: each entry is validated and answered on its own. */
    emails: z.array(boundedString(textLimits.listedEmail)).min(1).max(bulkLimits.items),
    role: field.role.optional().meta({ description: "If omitted, the organization's default role" }),
    guest: z.boolean().default(false).meta({
      description: 'Whether they become a guest: a `member` who sees the workspaces they are in, and no other person',
    }),
    workspaces: z.array(field.id).max(100).default([]),
    workspace_role: field.workspaceRole.default('Member').meta({ description: 'The role in these workspaces' }),
  }),
  output: z.strictObject({ results: z.array(invitationOutcome) }),
  errors: [],
});
