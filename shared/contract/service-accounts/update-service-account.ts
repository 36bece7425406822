import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { ofServiceAccount, serviceAccount, serviceAccountFields } from './resources.ts';

const { name, description, role, scopes, workspace_ids, addresses } = serviceAccountFields;

export const updateServiceAccount = defineOperation({
  id: 'updateServiceAccount',
  summary: 'Change a service account; omitted fields stay unchanged. It applies from its next request on',
  http: { method: 'PUT', path: '/tenants/{tenant_id}/service-accounts/{account_id}', status: 200 },
  auth: 'bearer',
  allow: 'service_accounts.manage',
  confirm: 'always',
  input: z.strictObject({
    ...ofServiceAccount,
    name: name.optional(),
    description: description.optional(),
    role: role.optional(),
    scopes: scopes.optional(),
    workspace_ids: workspace_ids.optional(),
    addresses: addresses.optional(),
    password: field.password
      .optional()
      .meta({ description: 'Your own; required if the account may do more than before' }),
  }),
  output: serviceAccount,
  errors: ['CURRENT_PASSWORD_INVALID', 'WORKSPACE_NOT_FOUND'],
});
