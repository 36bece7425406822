import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { rollApiKey } from '../security/roll-api-key.ts';
import { createServiceAccountKey } from './create-service-account-key.ts';
import { ofServiceAccount } from './resources.ts';

const { overlap_hours, expires_in_days, password } = rollApiKey.input.shape;

export const rollServiceAccountKey = defineOperation({
  id: 'rollServiceAccountKey',
  summary:
    'Replace an API key or a client secret of a service account by a new one; both work until the old one expires',
  http: { method: 'POST', path: '/tenants/{tenant_id}/service-accounts/{account_id}/keys/{key_id}/roll', status: 201 },
  auth: 'bearer',
  allow: 'service_accounts.manage',
  confirm: 'always',
  answersSecret: true,
  input: z.strictObject({ ...ofServiceAccount, key_id: field.id, overlap_hours, expires_in_days, password }),
  output: createServiceAccountKey.output.extend({
    old_key_expires_at: rollApiKey.output.shape.old_key_expires_at,
  }),
  errors: ['CURRENT_PASSWORD_INVALID', 'TOO_MANY_SERVICE_KEYS'],
});
