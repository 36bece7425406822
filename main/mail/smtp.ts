import type { Transporter } from 'nodemailer';
import type SMTPPool from 'nodemailer/lib/smtp-pool';
import { second } from '#shared/limits.ts';
import type { RenderedMail } from './templates.ts';

/** Hands mails to a mail server. */
export interface MailTransport {
  /** @throws Error, with `responseCode` where the server answered one. */
  send(recipient: string, mail: RenderedMail): Promise<void>;
  /** Whether the server can be reached and accepts the credentials. @throws Error that says what is wrong. */
  verify(): Promise<void>;
  close(): void;
}

/** A mail server as it is set in the console. */
export interface MailServer {
  host: string;
  port: number;
  /** `starttls` and `tls` never fall back to plain text; `none` never asks for more. */
  security: 'starttls' | 'tls' | 'none';
  /** Absent where the server takes mails from this machine without asking who it is. */
  account?: { user: string; password: string };
}

/** Who a mail is from: as it stands in a header, or in parts, which are never parsed for more. */
export type MailSender = string | { name: string; address: string };

const target = (server: string | MailServer): SMTPPool.Options => {
  if (typeof server === 'string') return { pool: true, url: server };
  const { host, port, security, account } = server;
  return {
    pool: true,
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    ...(account && { auth: { user: account.user, pass: account.password } }),
  };
};

/**
 * A pool of connections to a mail server, given as a `smtp://` or `smtps://` URL or in parts. Its library is loaded with
 * the first use: most of what a start loads would be for mails that many never send.
 */
export const createSmtpTransport = (server: string | MailServer, from: MailSender): MailTransport => {
  let opened: Promise<Transporter> | undefined;
  const open = async (): Promise<Transporter> => {
    const { createTransport } = await import('nodemailer');
    return createTransport({
      ...target(server),
      maxConnections: 2,
      connectionTimeout: 10 * second,
      greetingTimeout: 10 * second,
      socketTimeout: 30 * second,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  };
  const transport = (): Promise<Transporter> => {
    opened ??= open();
    return opened;
  };
  return {
    async send(recipient, { subject, text, html }) {
      // An address object is never parsed for further recipients.
      await (await transport()).sendMail({ from, to: { name: '', address: recipient }, subject, text, html });
    },
    async verify() {
      await (await transport()).verify();
    },
    close() {
      opened?.then(
        (open) => open.close(),
        () => {},
      );
    },
  };
};

/**
 * Whether a server has refused a mail for good (5xx): trying again would change nothing. Auth failures are retryable: they say nothing about the message.
 */
export const isPermanentFailure = (error: unknown): boolean => {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  return typeof responseCode === 'number' && responseCode >= 500 && code !== 'EAUTH';
};
