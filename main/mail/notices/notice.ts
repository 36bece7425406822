import type { MailKind } from '#shared/contract/mail/resources.ts';
import type { MailText } from '../mail-text.ts';

/** A kind of notice, with its text in each language. */
export interface Notice<Kind extends MailKind = MailKind> {
  /** Whom it concerns, and so why they get it. */
  about: 'account' | 'owners' | 'news';
  /** The page of the console where its reader can act; null if they can do nothing there. */
  page: string | null;
  /** Whether it carries a link that undoes the change. What the operator did has the page instead. */
  undoes: boolean;
  en: MailText<Kind>;
  de: MailText<Kind>;
}

/** Some kinds of notices. */
export type Notices = { readonly [Kind in MailKind]?: Notice<Kind> };
