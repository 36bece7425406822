import type { OperationSpec } from '../operation.ts';
import { deleteMailSettings } from './delete-mail-settings.ts';
import { getMail } from './get-mail.ts';
import { getMailActivity } from './get-mail-activity.ts';
import { getMailSettings } from './get-mail-settings.ts';
import { listMails } from './list-mails.ts';
import { releaseHeldMail } from './release-held-mail.ts';
import { retryMail } from './retry-mail.ts';
import { revealMailLink } from './reveal-mail-link.ts';
import { sendTestMail } from './send-test-mail.ts';
import { updateMailSettings } from './update-mail-settings.ts';

/** The operations of mail. */
export const mail = {
  deleteMailSettings,
  getMail,
  getMailActivity,
  getMailSettings,
  listMails,
  releaseHeldMail,
  retryMail,
  revealMailLink,
  sendTestMail,
  updateMailSettings,
} as const satisfies Record<string, OperationSpec>;
