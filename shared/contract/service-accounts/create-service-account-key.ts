import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { createApiKey } from '../security/create-api-key.ts';
import { ofServiceAccount, serviceAccountKey, serviceKeyKind } from './resources.ts';

export const createServiceAccountKey = defineOperation({
  id: 'createServiceAccountKey',
  summary: 'Create an API key or a client secret of a service account; it is shown only once',
  http: { method: 'POST', path: '/tenants/{tenant_id}/service-accounts/{account_id}/keys', status: 201 },
  auth: 'bearer',
  allow: 'service_accounts.manage',
  confirm: 'always',
  answersSecret: true,
  input: z.strictObject({
    ...ofServiceAccount,
    kind: serviceKeyKind.default('api_key'),
    name: field.name.meta({ description: 'Where the key is used' }),
    expires_in_days: createApiKey.input.shape.expires_in_days,
    password: field.password,
  }),
  output: z.strictObject({
    key: z.string().meta({ description: 'The API key or the client secret; it cannot be shown again' }),
    service_account_key: serviceAccountKey,
  }),
  errors: ['CURRENT_PASSWORD_INVALID', 'TOO_MANY_SERVICE_KEYS', 'CLIENT_SECRETS_NEED_HTTPS'],
});
