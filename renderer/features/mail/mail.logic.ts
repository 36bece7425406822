import type { listMails } from '#shared/contract/mail/list-mails.ts';
import type { OutputOf } from '#shared/contract/operation.ts';
import type { Translate } from '../../languages/translate.ts';

export type Mail = OutputOf<typeof listMails>['mails'][number];

export const mailStatusColors: Record<Mail['status'], string> = {
  queued: 'yellow',
  sent: 'verdigris',
  failed: 'orange',
  abandoned: 'red',
};

/** What is said of an email's status. While email is held, nothing in the queue is on its way. */
export const mailState = (status: Mail['status'], isHeld: boolean) => (status === 'queued' && isHeld ? 'held' : status);

/** Why an email can't be resent; undefined if it can. */
export const retryDisabledReason = ({ status }: Pick<Mail, 'status'>, t: Translate): string | undefined => {
  if (status === 'sent') return t('mail.retry.alreadySent');
  return status === 'queued' ? t('mail.retry.waiting') : undefined;
};

/** Why an email's link can't be shared; undefined if it can. */
export const linkDisabledReason = (
  { link_available }: { link_available: boolean },
  t: Translate,
): string | undefined => (link_available ? undefined : t('mail.link.none'));
