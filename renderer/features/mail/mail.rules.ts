import type { listMails } from '#shared/contract/mail/list-mails.ts';
import type { OutputOf } from '#shared/contract/operation.ts';

export type Mail = OutputOf<typeof listMails>['mails'][number];

export const mailStatusLabels: Record<Mail['status'], string> = {
  queued: 'Queued',
  sent: 'Sent',
  failed: 'Failed, tried again',
  abandoned: 'Given up',
};

export const mailKindLabels: Record<Mail['kind'], string> = {
  verification: 'Verification',
  password_reset: 'Password reset',
  invitation: 'Invitation',
  email_changed: 'E-mail change notice',
  password_changed: 'Password change notice',
};

export const mailStatusColors: Record<Mail['status'], string> = {
  queued: 'yellow',
  sent: 'verdigris',
  failed: 'orange',
  abandoned: 'red',
};

/** Why a mail cannot be sent again; undefined where it can. */
export const retryRefusal = ({ status }: Pick<Mail, 'status'>): string | undefined => {
  if (status === 'sent') return 'This mail was sent';
  return status === 'queued' ? 'This mail is waiting to be sent' : undefined;
};

/** Why the link of a mail cannot be handed over; undefined where it can. */
export const linkRefusal = ({ link_available }: { link_available: boolean }): string | undefined =>
  link_available
    ? undefined
    : 'This mail has no link that you could hand over: it was delivered, used or has expired, or your role does not reach its recipient';
