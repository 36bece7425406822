import { z } from 'zod';
import { auditActionNames } from '../../texts/audit.ts';
import { applicationAccess } from '../applications/resources.ts';
import { heldCustomRole } from '../custom-roles/resources.ts';
import * as field from '../fields.ts';
import { mail } from '../mail/resources.ts';
import { defineOperation } from '../operation.ts';
import { passkey } from '../passkeys.ts';
import { apiKey, trustedDevice } from '../security/resources.ts';
import { session } from '../sessions/resources.ts';
import { invitation } from '../team/resources.ts';
import { user } from './resources.ts';

export const exportMe = defineOperation({
  id: 'exportMe',
  summary: 'Export everything that is stored about your account',
  http: { method: 'GET', path: '/users/me/export', status: 200 },
  auth: 'bearer',
  despite: ['verified_email'],
  allow: 'self',
  guests: 'allowed',
  keys: 'allowed',
  topics: [],
  input: field.nothing,
  output: z.strictObject({
    exported_at: field.timestamp,
    user,
    tenant: z.strictObject({ tenant_id: field.id, name: z.string(), created_at: field.timestamp }),
    second_factor: z.boolean(),
    passkeys: z.array(passkey),
    trusted_devices: z.array(trustedDevice.omit({ expires_at: true })),
    api_keys: z.array(apiKey),
    sessions: z.array(session),
    workspaces: z.array(
      z.strictObject({
        workspace_id: field.id,
        slug: field.slug,
        name: z.string(),
        role: field.workspaceRole.nullable(),
        owned: z.boolean(),
      }),
    ),
    custom_roles: z.array(heldCustomRole.pick({ role_id: true, name: true, permissions: true, granted_at: true })),
    groups: z.array(z.strictObject({ group_id: field.id, name: z.string(), added_at: field.timestamp })),
    application_access: z.array(applicationAccess.omit({ description: true, home_url: true })),
    invitations_sent: z.array(invitation),
    mails_received: z.array(mail),
    activity: z
      .array(
        z.strictObject({ at: field.timestamp, action: z.enum(auditActionNames), ip_address: z.string().nullable() }),
      )
      .meta({ description: 'The latest events of the audit log that name the account as actor, 1,000 at most' }),
  }),
  errors: [],
});
