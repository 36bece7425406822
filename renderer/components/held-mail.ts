import type { getMailSettings } from '#shared/contract/mail/get-mail-settings.ts';
import type { OutputOf } from '#shared/contract/operation.ts';

type MailSettings = Pick<OutputOf<typeof getMailSettings>, 'source' | 'held_since' | 'sender_refused'>;

/** Whether no email of this server is on its way: there is no mail server, it rejects the sender, or email is held after a restore. */
export const holdsAllMail = ({ source, held_since, sender_refused }: MailSettings): boolean =>
  source === 'none' || sender_refused || held_since !== null;
