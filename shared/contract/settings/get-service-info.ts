import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';

export const getServiceInfo = defineOperation({
  id: 'getServiceInfo',
  summary: 'Read the URL, version and security policy of the service',
  http: { method: 'GET', path: '/settings/service', status: 200 },
  auth: 'bearer',
  allow: 'settings.read',
  topics: [],
  input: z.strictObject({}),
  output: z.strictObject({
    version: z.string(),
    address: z.string().meta({ description: 'Base of every link: scheme, host and port' }),
    started_at: field.timestamp,
    rate_limits: z.boolean().meta({ description: 'Whether rate limits are on' }),
    host: z
      .strictObject({
        allowed_hosts: z.array(z.string()).meta({ description: 'Host headers that are accepted' }),
        data_folder: z.string(),
        database_bytes: z.int().min(0),
        schema_version: z.string().meta({ description: 'The newest migration' }),
        node_version: z.string(),
        log_level: z.string(),
      })
      .nullable()
      .meta({ description: 'Null except for admins of the first team, who run this server' }),
  }),
  errors: [],
});
