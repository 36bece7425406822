import type { OperationSpec } from '../operation.ts';
import { getMail } from './get-mail.ts';
import { getMailActivity } from './get-mail-activity.ts';
import { listMails } from './list-mails.ts';
import { retryMail } from './retry-mail.ts';
import { revealMailLink } from './reveal-mail-link.ts';

/** The operations of mail. */
export const mail = { getMail, getMailActivity, listMails, retryMail, revealMailLink } as const satisfies Record<
  string,
  OperationSpec
>;
