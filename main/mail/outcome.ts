import type { MailFailure, MailOutcome } from '#shared/texts/mail-outcomes.ts';
import { refusedCode } from '../platform/gate/gate.ts';

/** What the mail library reports about a failure. */
interface SmtpError {
  code?: string;
  /** The underlying system or TLS error code. */
  originalCode?: string;
  command?: string;
  response?: string;
  responseCode?: number;
}

const bySystemCode: Record<string, MailOutcome> = {
  ECONNREFUSED: 'connection_refused',
  ENOTFOUND: 'host_not_found',
  EAI_AGAIN: 'host_not_found',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
  EINVAL: 'unreachable',
  ETIMEDOUT: 'timed_out',
  [refusedCode]: 'unreachable',
};

const byCode: Record<string, MailOutcome> = {
  EDNS: 'host_not_found',
  ETIMEDOUT: 'timed_out',
  EPROTOCOL: 'not_a_mail_server',
  ETLS: 'tls_refused',
  EAUTH: 'wrong_password',
  ENOAUTH: 'wrong_password',
  EMESSAGE: 'mail_refused',
};

/** OpenSSL and Node error codes for untrusted certificates. */
const isCertificateCode = (code: string): boolean => /CERT|SIGNATURE|ISSUER|CRL|ERR_TLS_CERT/.test(code);

/** Classifies a failed attempt as an outcome that the console can explain. */
export const outcomeOf = (error: unknown): MailOutcome => {
  const { code = '', originalCode = code, command = '', responseCode } = error as SmtpError;
  if (isCertificateCode(originalCode)) return 'certificate_refused';
  const system = bySystemCode[originalCode];
  if (system) return system;
  if (/^(EPROTO$|ERR_SSL)/.test(originalCode)) return 'tls_refused';
  if (code === 'EENVELOPE') {
    // Some servers do not ask for credentials until this point.
    if (responseCode === 530 || responseCode === 535) return 'wrong_password';
    // A server that names the size of the message refuses the message.
    const ofMessage = responseCode === 552;
    return command === 'MAIL FROM' && !ofMessage
      ? 'sender_refused'
      : command === 'RCPT TO'
        ? 'recipient_refused'
        : 'mail_refused';
  }
  return byCode[code] ?? 'connection_lost';
};

/** Why an email was not sent, as its senders see it. */
export const mailFailureOf = (error: unknown): MailFailure => {
  const outcome = typeof (error as SmtpError).code === 'string' ? outcomeOf(error) : 'sent';
  return outcome === 'sent' ? 'not_sent' : outcome;
};

const replyLength = 300;

/**
 * The mail server's response, in one line. Never echo non-SMTP responses, or the connection test could be used to probe
 * internal services.
 */
export const replyOf = (error: unknown): string | null => {
  const { response, responseCode } = error as SmtpError;
  if (typeof response !== 'string' || typeof responseCode !== 'number' || responseCode < 400) return null;
  return response
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, replyLength);
};
