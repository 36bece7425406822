import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';

export const organizationSorts = ['name', 'members', 'created_at', 'last_active'] as const;

export const listOrganizations = defineOperation({
  id: 'listOrganizations',
  summary: 'List the organizations on this server',
  http: { method: 'GET', path: '/installation/organizations', status: 200 },
  auth: 'bearer',
  allow: 'self',
  operator: true,
  topics: [],
  input: z.strictObject({
    ...field.page,
    sort: z.enum(organizationSorts).default('name'),
    order: z.enum(['asc', 'desc']).default('asc'),
  }),
  output: z.strictObject({
    organizations: z.array(
      z.strictObject({
        organization_id: field.id,
        name: z.string(),
        owners: z.array(z.string()).meta({ description: 'Email addresses of the active owners' }),
        members: z.int().min(0),
        created_at: field.timestamp,
        last_active: field.timestamp.nullable().meta({ description: 'Null if no one is signed in' }),
        scheduled_deletion: field.timestamp.nullable(),
        sample: z.boolean(),
      }),
    ),
    total: field.total,
  }),
  errors: [],
});
