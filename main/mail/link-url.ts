import type { LinkPurpose } from '../database/schema.ts';

/** Travel in an answer, never in a mail. */
type AnsweredPurpose = 'restore_account' | 'second_factor';

/** Pages of the console that a link opens. */
const pages: Record<Exclude<LinkPurpose, AnsweredPurpose>, string> = {
  verify_email: '/verify',
  change_email: '/verify',
  cancel_email_change: '/cancel-email-change',
  reset_password: '/reset',
  invitation: '/invite',
};
type MailedPurpose = keyof typeof pages;

export const isMailed = (purpose: LinkPurpose): purpose is MailedPurpose => purpose in pages;

/** The secret travels in the fragment, which no server, proxy or Referer header ever sees. */
export const linkUrl = (origin: string, purpose: MailedPurpose, secret: string): string =>
  `${origin}${pages[purpose]}#token=${secret}`;
