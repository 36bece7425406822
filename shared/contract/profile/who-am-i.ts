import { z } from 'zod';
import { keyScopes } from '../../rules/permissions.ts';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';

export const whoAmI = defineOperation({
  id: 'whoAmI',
  summary: 'Read who is calling: a person or a service account, and with what scopes',
  http: { method: 'GET', path: '/whoami', status: 200 },
  auth: 'bearer',
  allow: 'self',
  guests: 'allowed',
  topics: ['account'],
  despite: ['verified_email', 'second_factor'],
  keys: 'allowed',
  serviceAccounts: 'allowed',
  input: field.nothing,
  output: z
    .strictObject({
      kind: z.enum(['person', 'service_account']),
      id: field.id,
      name: z.string(),
      tenant_id: field.id,
      role: field.role,
      key_id: field.id.nullable().meta({ description: 'The key that was sent; null for a session' }),
      scopes: z.array(z.enum(keyScopes)).nullable().meta({ description: 'Of that key; null for a session' }),
    })
    .meta({ id: 'WhoAmI' }),
  errors: [],
});
