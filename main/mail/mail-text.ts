import type { MailParams } from './mail-params.ts';

/** The texts of one kind of email in one language. */
export interface MailText {
  subject: (params: MailParams) => string;
  /** Paragraphs before the link. */
  before: (params: MailParams) => string[];
  /** The button's text; absent if the email has no link. */
  action?: string | ((params: MailParams) => string);
  /** Paragraphs after the link. */
  after: readonly string[] | ((params: MailParams) => readonly string[]);
}
