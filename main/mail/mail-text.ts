import type { MailKind } from '#shared/contract/mail/resources.ts';
import type { TextValues } from './kind-values.ts';

/** The texts of one kind of email in one language. */
export interface MailText<Kind extends MailKind> {
  subject: (params: TextValues<Kind>) => string;
  /** Paragraphs before the link. @param own those of the organization, if it has its own */
  before: (params: TextValues<Kind>, own?: readonly string[]) => string[];
  /** The button's text; absent if the email has no link. */
  action?: string | ((params: TextValues<Kind>) => string);
  /** Paragraphs after the link. */
  after: readonly string[] | ((params: TextValues<Kind>) => readonly string[]);
}

/** With why its reader gets it. Notices have that in common. */
export interface ReasonedText<Kind extends MailKind> extends MailText<Kind> {
  why: (params: TextValues<Kind>) => string;
}

/** The texts of some kinds of email in one language. */
export type TextsOf<Kinds extends MailKind> = { readonly [Kind in Kinds]: ReasonedText<Kind> };
