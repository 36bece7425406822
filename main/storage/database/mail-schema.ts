import type { Generated } from 'kysely';
import type { MailKind } from '#shared/contract/mail/resources.ts';
import type { MailFailure } from '#shared/texts/mail-outcomes.ts';
import type { StoredJson } from '../../platform/stored-shape.ts';
import type { Flag, Instant } from './columns.ts';
import type { SealedText } from './sealed-text.ts';

export interface MailTable {
  id: string;
  tenant_id: string;
  /** The recipient's account. */
  user_id: string | null;
  /** The person whose action caused the email, if it names them. */
  sender_id: string | null;
  token_id: string | null;
  kind: MailKind;
  recipient: string;
  subject: string;
  /** Lower-cased address and subject: what `q` searches. */
  search_text: string;
  /** The template parameters, except the link. */
  params: StoredJson<'mails.params'>;
  /** The link's secret, encrypted with the outbox key. Null once sent, or if there is no link. */
  sealed_secret: SealedText<'mails.sealed_secret'> | null;
  status: 'queued' | 'sent' | 'failed' | 'abandoned';
  attempts: number;
  next_attempt_at: Instant;
  last_error: MailFailure | null;
  /** Whether it waits until its sender's address is proved (DECISION 0081). */
  held_for_sender: Generated<Flag>;
  created_at: Instant;
  sent_at: Instant | null;
}

/** Requests whose response must not depend on the address. They are processed after the response. */
export interface MailRequestTable {
  id: string;
  kind: 'verification' | 'password_reset' | 'sign_in_link';
  email: string;
  /** The requester's address. Null for requests from before the audit log. */
  ip_address: string | null;
  /** Of the token of the browser in which alone the link signs in. Null for other kinds. */
  browser_hash: Generated<string | null>;
  created_at: Instant;
}

/** The mail server set in the console. At most one row. */
export interface MailServerTable {
  id: 1;
  host: string;
  port: number;
  /** `starttls` and `tls` never fall back to plain text. */
  security: 'starttls' | 'tls' | 'none';
  username: string | null;
  /** Encrypted under its own key. */
  sealed_password: SealedText<'mail_server.sealed_password'> | null;
  sender_name: string;
  sender_address: string;
  updated_at: Instant;
}

/** Set while no email is sent, until an owner of the admin tenant releases it. At most one row. */
export interface MailHoldTable {
  id: 1;
  reason: 'restored' | 'operator';
  held_at: Instant;
}
