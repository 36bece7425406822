import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { serviceid } from './resources/fields.ts';
import { server } from './resources/servers.ts';

export const getServer = defineOperation({
  id: 'getServer',
  summary: 'Read a server',
  http: { method: 'GET', path: '/hosting/servers/{serviceid}', status: 200 },
  auth: 'bearer',
  allow: 'hosting.read',
  topics: ['servers', 'runs'],
  input: z.strictObject({ serviceid }),
  output: server,
  errors: [],
});
