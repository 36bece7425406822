import type { OperationSpec } from '../operation.ts';
import { deleteMailSettings } from './delete-mail-settings.ts';
import { getMailSettings } from './get-mail-settings.ts';
import { getServiceInfo } from './get-service-info.ts';
import { sendTestMail } from './send-test-mail.ts';
import { updateMailSettings } from './update-mail-settings.ts';

/** The operations of settings. */
export const settings = {
  deleteMailSettings,
  getMailSettings,
  getServiceInfo,
  sendTestMail,
  updateMailSettings,
} as const satisfies Record<string, OperationSpec>;
