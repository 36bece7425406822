import { describe, expect, it } from 'vitest';
import { outcomeOf, replyOf } from './outcome.ts';

const errorWith = (fields: object): Error => Object.assign(new Error('x'), fields);

describe('the outcome of a failed attempt', () => {
  it.each([
    ['host_not_found', { code: 'EDNS', originalCode: 'ENOTFOUND' }],
    ['host_not_found', { code: 'EDNS' }],
    ['unreachable', { code: 'ESOCKET', originalCode: 'EHOSTUNREACH' }],
    ['connection_refused', { code: 'ESOCKET', originalCode: 'ECONNREFUSED' }],
    ['timed_out', { code: 'ETIMEDOUT', command: 'CONN' }],
    ['timed_out', { code: 'ESOCKET', originalCode: 'ETIMEDOUT' }],
    ['connection_lost', { code: 'ECONNECTION' }],
    ['connection_lost', {}],
    ['not_a_mail_server', { code: 'EPROTOCOL', response: 'SSH-2.0-OpenSSH' }],
    ['tls_refused', { code: 'ETLS', command: 'STARTTLS' }],
    ['tls_refused', { code: 'ESOCKET', originalCode: 'ERR_SSL_WRONG_VERSION_NUMBER' }],
    ['certificate_refused', { code: 'ESOCKET', originalCode: 'DEPTH_ZERO_SELF_SIGNED_CERT' }],
    ['certificate_refused', { code: 'ESOCKET', originalCode: 'ERR_TLS_CERT_ALTNAME_INVALID' }],
    ['certificate_refused', { code: 'ESOCKET', originalCode: 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY' }],
    ['wrong_password', { code: 'EAUTH', responseCode: 535 }],
    ['wrong_password', { code: 'EENVELOPE', command: 'MAIL FROM', responseCode: 530 }],
    ['sender_refused', { code: 'EENVELOPE', command: 'MAIL FROM', responseCode: 550 }],
    ['recipient_refused', { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 550 }],
    ['mail_refused', { code: 'EMESSAGE', command: 'DATA', responseCode: 554 }],
  ] as const)('is %s for %j', (outcome, fields) => {
    expect(outcomeOf(errorWith(fields))).toBe(outcome);
  });
});

describe("a mail server's reply", () => {
  it('is reported in one line, truncated if it is longer', () => {
    const response = `550-5.1.1 No such\r\n550 mailbox\u0000 here ${'x'.repeat(400)}`;
    const reply = replyOf(errorWith({ response, responseCode: 550 }));
    expect(reply).toMatch(/^550-5\.1\.1 No such 550 mailbox here x+$/);
    expect(reply).toHaveLength(300);
  });

  it('is not reported if it is not SMTP', () => {
    expect(replyOf(errorWith({ response: 'SSH-2.0-OpenSSH_9' }))).toBeNull();
    expect(replyOf(errorWith({ response: '200 OK secret', responseCode: 200 }))).toBeNull();
    expect(replyOf(errorWith({}))).toBeNull();
  });
});
