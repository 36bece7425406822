import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { backupStatus } from './resources.ts';

export const getBackupStatus = defineOperation({
  id: 'getBackupStatus',
  summary: 'Read when this server was last backed up',
  http: { method: 'GET', path: '/settings/backups', status: 200 },
  auth: 'bearer',
  allow: 'backups.manage',
  topics: [],
  input: z.strictObject({}),
  output: backupStatus,
  errors: [],
});
