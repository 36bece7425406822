import type { Handlers } from '../handler.ts';
import { deleteMailSettings } from './delete-mail-settings.ts';
import { getMailSettings } from './get-mail-settings.ts';
import { getServiceInfo } from './get-service-info.ts';
import { sendTestMail } from './send-test-mail.ts';
import { updateMailSettings } from './update-mail-settings.ts';

/** The handlers of settings, each under the name of its operation. */
export const settings: Handlers['settings'] = {
  deleteMailSettings,
  getMailSettings,
  getServiceInfo,
  sendTestMail,
  updateMailSettings,
};
