import type { OperationSpec } from '../operation.ts';
import { backUpNow } from './back-up-now.ts';
import { getBackupStatus } from './get-backup-status.ts';
import { getServiceInfo } from './get-service-info.ts';

/** The operations of settings. */
export const settings = {
  backUpNow,
  getBackupStatus,
  getServiceInfo,
} as const satisfies Record<string, OperationSpec>;
