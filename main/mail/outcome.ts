import type { MailOutcome } from '#shared/mail-outcomes.ts';

/** What the library tells of a failed conversation. */
interface SmtpError {
  code?: string;
  /** The code of the system or of TLS that lies beneath. */
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

/** Names of OpenSSL and Node for certificates that are not to be trusted. */
const isCertificateCode = (code: string): boolean => /CERT|SIGNATURE|ISSUER|CRL|ERR_TLS_CERT/.test(code);

/** What became of an attempt to send, in one word that the console can explain. */
export const outcomeOf = (error: unknown): MailOutcome => {
  const { code = '', originalCode = code, command = '', responseCode } = error as SmtpError;
  if (isCertificateCode(originalCode)) return 'certificate_refused';
  const system = bySystemCode[originalCode];
  if (system) return system;
  if (/^(EPROTO$|ERR_SSL)/.test(originalCode)) return 'tls_refused';
  if (code === 'EENVELOPE') {
    // Some servers ask for credentials no earlier than here.
    if (responseCode === 530 || responseCode === 535) return 'wrong_password';
    return command === 'MAIL FROM' ? 'sender_refused' : command === 'RCPT TO' ? 'recipient_refused' : 'mail_refused';
  }
  return byCode[code] ?? 'connection_lost';
};

const replyLength = 300;

/**
 * The answer of a mail server, in one line. Never echo non-SMTP responses, or the connection test could be used to probe internal services.
 */
export const replyOf = (error: unknown): string | null => {
  const { response, responseCode } = error as SmtpError;
  if (typeof response !== 'string' || typeof responseCode !== 'number' || responseCode < 400) return null;
  return response
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, replyLength);
};
