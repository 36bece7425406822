import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { backupStatus } from './resources.ts';

export const backUpNow = defineOperation({
  id: 'backUpNow',
  summary: "Start a backup to the operator's folder; getBackupStatus returns its result",
  http: { method: 'POST', path: '/settings/backups', status: 200 },
  auth: 'bearer',
  allow: 'backups.manage',
  confirm: 'never',
  input: z.strictObject({}),
  output: backupStatus,
  errors: ['STATE_CONFLICT'],
});
