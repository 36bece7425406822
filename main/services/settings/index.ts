import type { Handlers } from '../handler.ts';
import { backUpNow } from './back-up-now.ts';
import { getBackupStatus } from './get-backup-status.ts';
import { getServiceInfo } from './get-service-info.ts';

/** The handlers of settings, each under the name of its operation. */
export const settings: Handlers['settings'] = {
  backUpNow,
  getBackupStatus,
  getServiceInfo,
};
