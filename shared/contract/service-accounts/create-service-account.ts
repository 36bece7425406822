import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { serviceAccount, serviceAccountFields } from './resources.ts';

const { name, description, role, scopes, workspace_ids, addresses } = serviceAccountFields;

export const createServiceAccount = defineOperation({
  id: 'createServiceAccount',
  summary: 'Create a service account: a caller of the organization that is not a person. It has no keys yet',
  http: { method: 'POST', path: '/tenants/{tenant_id}/service-accounts', status: 201 },
  auth: 'bearer',
  allow: 'service_accounts.manage',
  confirm: 'always',
  creates: '/tenants/{tenant_id}/service-accounts/{account_id}',
  input: z.strictObject({
    tenant_id: field.id,
    name,
    description: description.default(''),
    role: role.default('member'),
    scopes,
    workspace_ids: workspace_ids.default(null),
    addresses: addresses.default([]),
  }),
  output: serviceAccount,
  errors: ['WORKSPACE_NOT_FOUND', 'TOO_MANY_SERVICE_ACCOUNTS'],
});
