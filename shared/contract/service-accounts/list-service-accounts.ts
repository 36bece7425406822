import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { listedServiceAccount } from './resources.ts';

export const listServiceAccounts = defineOperation({
  id: 'listServiceAccounts',
  summary: 'List the service accounts of the organization, by name',
  http: { method: 'GET', path: '/tenants/{tenant_id}/service-accounts', status: 200 },
  auth: 'bearer',
  allow: 'service_accounts.manage',
  topics: ['service_accounts'],
  input: z.strictObject({ tenant_id: field.id, ...field.page }),
  output: z.strictObject({
    service_accounts: z.array(listedServiceAccount),
    total: field.total,
    issuer: z.string().nullable().meta({
      description:
        'Its token endpoint is `/oauth2/token` below this address; null while the public URL is not https, and client secrets are refused',
    }),
  }),
  errors: [],
});
