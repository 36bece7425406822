import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';

export const getServiceInfo = defineOperation({
  id: 'getServiceInfo',
  summary: 'Read where the service is reached, and what it is',
  http: { method: 'GET', path: '/settings/service', status: 200 },
  auth: 'bearer',
  allow: 'settings.read',
  input: z.strictObject({}),
  output: z.strictObject({
    version: z.string(),
    address: z.string().meta({ description: 'Base of every link: scheme, host and port' }),
    started_at: field.timestamp,
    rate_limits: z.boolean().meta({ description: 'Whether limits on abuse are on' }),
    host: z
      .strictObject({
        allowed_hosts: z.array(z.string()).meta({ description: 'Host headers that are answered' }),
        data_folder: z.string(),
        database_bytes: z.int().min(0),
        schema_version: z.string().meta({ description: 'The newest migration' }),
        node_version: z.string(),
        log_level: z.string(),
      })
      .nullable()
      .meta({ description: 'Null but for the admins of the first team: the others are guests on the machine' }),
  }),
  errors: [],
});
