import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { desktopContract } from '#shared/contract/desktop-bridge.ts';
import { certificateReason } from './remote-certificate.logic.ts';
import { problemOfAnswer, problemOfError } from './remote-problem.logic.ts';

const page = readFileSync(join(import.meta.dirname, '../../../renderer/index.html'), 'utf8');

describe('the first answer of a server', () => {
  it('is the page of this very console', () => expect(problemOfAnswer({ status: 200, body: page })).toBeUndefined());

  it.each([
    ['an older console', page.replace(/<meta name="castellan-desktop[^>]*>/, ''), 'serverTooOld'],
    ['a newer console', page.replace(/(contract" content=")\d+/, `$1${desktopContract + 1}`), 'appTooOld'],
    ['another page', '<title>Castellan</title>', 'notCastellan'],
    ['nothing', '', 'notCastellan'],
  ])('tells %s', (_name, body, kind) => expect(problemOfAnswer({ status: 200, body })).toEqual({ kind }));

  it('tells a server that fails from one without a console', () => {
    expect(problemOfAnswer({ status: 502, body: '' })).toEqual({ kind: 'failing', status: 502 });
    expect(problemOfAnswer({ status: 404, body: page })).toEqual({ kind: 'notCastellan' });
  });
});

describe('an error of Chromium', () => {
  const certificate = { subject: 'a', issuer: 'b', validFrom: 'c', validUntil: 'd', fingerprint: 'e' };

  it('of a certificate comes with the certificate', () =>
    expect(problemOfError('net::ERR_CERT_DATE_INVALID', certificate)).toEqual({
      kind: 'certificate',
      code: 'ERR_CERT_DATE_INVALID',
      certificate,
    }));

  it.each([
    ['net::ERR_SSL_PROTOCOL_ERROR', 'handshake', 'ERR_SSL_PROTOCOL_ERROR'],
    ['ERR_BAD_SSL_CLIENT_AUTH_CERT', 'clientCertificate', 'ERR_BAD_SSL_CLIENT_AUTH_CERT'],
    ['net::ERR_NAME_NOT_RESOLVED', 'unknownName', 'ERR_NAME_NOT_RESOLVED'],
    ['something else', 'unknownError', 'ERR_FAILED'],
  ])('%s is %s', (message, kind, code) => expect(problemOfError(message)).toMatchObject({ kind, code }));

  it.each([
    ['ERR_CERT_AUTHORITY_INVALID', 'authority'],
    ['ERR_CERT_DATE_INVALID', 'date'],
    ['ERR_CERT_COMMON_NAME_INVALID', 'name'],
    ['ERR_CERT_REVOKED', 'revoked'],
    ['ERR_CERT_WEAK_KEY', 'other'],
    ['constructor', 'other'],
  ])('%s is about: %s', (code, reason) => expect(certificateReason(code)).toBe(reason));
});
