import type { MailParams } from './mail-params.ts';

/** The texts of one kind of email in one language. */
export interface MailText {
  subject: (params: MailParams) => string;
  /** Paragraphs before the link. */
  before: (params: MailParams) => string[];
  /** The button's text; absent if the email has no link. */
  action?: string | ((params: MailParams) => string);
  /** Paragraphs after the link. */
  after: string[] | ((params: MailParams) => string[]);
}

/** What every notice says besides its own text: who did it, when, from where, and why its reader gets it. */
export interface NoticeFrame {
  by: (who: string) => string;
  /** The recipient, or whoever has their session. */
  self: string;
  operator: string;
  when: (at: string) => string;
  from: (device: string, address: string) => string;
  /** By whom the notice concerns: the account, or the owners of an organization. */
  why: Readonly<Record<'account' | 'owners', (params: MailParams) => string>>;
}
