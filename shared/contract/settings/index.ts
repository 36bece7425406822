import type { OperationSpec } from '../operation.ts';
import { backUpNow } from './back-up-now.ts';
import { deleteMailSettings } from './delete-mail-settings.ts';
import { getBackupStatus } from './get-backup-status.ts';
import { getMailSettings } from './get-mail-settings.ts';
import { getServiceInfo } from './get-service-info.ts';
import { releaseHeldMail } from './release-held-mail.ts';
import { sendTestMail } from './send-test-mail.ts';
import { updateMailSettings } from './update-mail-settings.ts';

/** The operations of settings. */
export const settings = {
  backUpNow,
  deleteMailSettings,
  getBackupStatus,
  getMailSettings,
  getServiceInfo,
  releaseHeldMail,
  sendTestMail,
  updateMailSettings,
} as const satisfies Record<string, OperationSpec>;
