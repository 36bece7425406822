import type { Handlers } from '../handler.ts';
import { getMail } from './get-mail.ts';
import { getMailActivity } from './get-mail-activity.ts';
import { listMails } from './list-mails.ts';
import { retryMail } from './retry-mail.ts';
import { revealMailLink } from './reveal-mail-link.ts';

/** The handlers of mail, each under the name of its operation. */
export const mail: Handlers['mail'] = { getMail, getMailActivity, listMails, retryMail, revealMailLink };
