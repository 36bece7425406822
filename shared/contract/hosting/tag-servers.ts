import { z } from 'zod';
import { bulkLimits } from '../../rules/limits.ts';
import { defineOperation } from '../operation.ts';
import { serverTags, serviceid } from './resources/fields.ts';

export const tagServers = defineOperation({
  id: 'tagServers',
  summary: 'Add tags to servers, and remove others',
  http: { method: 'POST', path: '/hosting/server-tags', status: 200 },
  auth: 'bearer',
  allow: 'hosting.manage',
  confirm: 'never',
  body: 'list',
  input: z.strictObject({
    serviceids: z.array(serviceid).min(1).max(bulkLimits.items),
    add: serverTags.default([]),
    remove: serverTags.default([]),
  }),
  output: z.strictObject({ changed: z.int().meta({ description: 'Servers whose tags are different now' }) }),
  errors: ['NOT_FOUND'],
});
