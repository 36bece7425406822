import type { Transporter } from 'nodemailer';
import type SMTPPool from 'nodemailer/lib/smtp-pool';
import { second } from '#shared/rules/limits.ts';
import type { Sender } from '#shared/text-input/sender.ts';
import { connectFor } from '../platform/gate/connections.ts';
import { uses } from '../platform/gate/uses.ts';
import { AsciiOnlyError, needsUtf8, offersUtf8 } from './smtp-utf8.ts';
import type { RenderedMail } from './templates.ts';

/** An image within an email, which its text shows as `cid:` and this name. */
export interface InlineImage {
  readonly cid: string;
  readonly contentType: string;
  readonly content: Buffer;
}

/** Delivers emails to a mail server. */
export interface MailTransport {
  /** @throws Error, with `responseCode` if the server responded */
  send(recipient: string, mail: RenderedMail, images?: readonly InlineImage[]): Promise<void>;
  /** Checks that the server is reachable and accepts the credentials. @throws Error that says what is wrong */
  verify(): Promise<void>;
  close(): void;
}

/** A mail server as configured in the console. */
export interface MailServer {
  host: string;
  port: number;
  /** `starttls` and `tls` never fall back to plain text; `none` never encrypts. */
  security: 'starttls' | 'tls' | 'none';
  /** Absent if the server accepts mail from this machine without authentication. */
  account?: { user: string; password: string };
}

const target = (mailServer: string | MailServer): SMTPPool.Options => {
  if (typeof mailServer === 'string') return { pool: true, url: mailServer };
  const { host, port, security, account } = mailServer;
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

const connectionTimeoutMs = 10 * second;

/** Opens the connections of the mail library. */
const openSocket: NonNullable<SMTPPool.Options['getSocket']> = ({ host, port, secure }, callback) => {
  const signal = AbortSignal.timeout(connectionTimeoutMs);
  const socket = connectFor(uses.mail, { host: host || 'localhost', port: Number(port) || (secure ? 465 : 587) });
  const giveUp = (): void => {
    socket.destroy(Object.assign(new Error('The mail server does not answer'), { code: 'ETIMEDOUT' }));
  };
  signal.addEventListener('abort', giveUp);
  const fail = (error: Error): void => {
    signal.removeEventListener('abort', giveUp);
    callback(error, false);
  };
  socket.once('error', fail);
  socket.once('connect', () => {
    signal.removeEventListener('abort', giveUp);
    socket.off('error', fail);
    callback(null, { connection: socket });
  });
};

/**
 * A connection pool for a mail server, given as a `smtp://` or `smtps://` URL or in parts. Loads the mail library on
 * first use: it would make up most of what startup loads, and many installations never send email.
 * @param hostname what this server calls itself; the computer's name by default
 */
export const createSmtpTransport = (
  mailServer: string | MailServer,
  from: Sender,
  hostname?: string | undefined,
): MailTransport => {
  const options: SMTPPool.Options = {
    ...target(mailServer),
    ...(hostname !== undefined && { name: hostname }),
    maxConnections: 2,
    getSocket: openSocket,
    connectionTimeout: connectionTimeoutMs,
    maxResponseSize: uses.mail.maxBytes,
    greetingTimeout: 10 * second,
    socketTimeout: 30 * second,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  let opened: Promise<Transporter> | undefined;
  const open = async (): Promise<Transporter> => (await import('nodemailer')).createTransport(options);
  const transport = (): Promise<Transporter> => {
    opened ??= open();
    return opened;
  };
  return {
    async send(recipient, { subject, text, html }, images = []) {
      if (needsUtf8(recipient) && !(await offersUtf8(options, openSocket))) throw new AsciiOnlyError();
      // Use an address object: it is never parsed for more recipients.
      await (await transport()).sendMail({
        from,
        to: { name: '', address: recipient },
        subject,
        text,
        html,
        // RFC 3834: no one's absence notice answers it.
        headers: { 'Auto-Submitted': 'auto-generated' },
        signal: AbortSignal.timeout(uses.mail.totalMs),
        attachments: images.map((image) => ({ ...image, filename: false, contentDisposition: 'inline' })),
      });
    },
    async verify() {
      await (await transport()).verify();
    },
    close() {
      opened?.then(
        (open) => open.close(),
        // Nothing was opened, and whoever opened it has the error.
        () => {},
      );
    },
  };
};

/**
 * Whether a server rejected an email permanently (5xx), so that retrying is pointless. Auth failures are retryable:
 * they say nothing about the message.
 */
export const isPermanentFailure = (error: unknown): boolean => {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  return typeof responseCode === 'number' && responseCode >= 500 && code !== 'EAUTH';
};
