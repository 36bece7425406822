import { X509Certificate } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { testCertificate } from '#e2e/support/test-certificate.ts';
import { hexFingerprint, mayBeTrusted, readFingerprint, shownFingerprint } from './remote-certificate.logic.ts';

const { fingerprint256 } = new X509Certificate(testCertificate.cert);
const hex = fingerprint256.replaceAll(':', '').toLowerCase();

describe('a fingerprint', () => {
  it('is the same in every form', () => {
    expect(hexFingerprint(`sha256/${Buffer.from(hex, 'hex').toString('base64')}`)).toBe(hex);
    expect(shownFingerprint(hex)).toBe(fingerprint256);
    expect(readFingerprint(fingerprint256)).toBe(hex);
    expect(readFingerprint(hex)).toBe(hex);
  });

  it.each(['', 'AB:CD', `${hex}0`, hex.replace(/^./, 'g'), `sha256/${hex}`])('is not %s', (text) => {
    expect(readFingerprint(text)).toBeUndefined();
  });
});

describe('a refused certificate', () => {
  const facts = {
    subject: 'a',
    issuer: 'b',
    validFrom: '2026-01-01T00:00:00.000Z',
    validUntil: '2027-01-01T00:00:00.000Z',
    fingerprint: hex,
  };
  const now = Date.parse('2026-06-01T00:00:00Z');

  it.each([
    ['ERR_CERT_AUTHORITY_INVALID', true],
    ['ERR_CERT_COMMON_NAME_INVALID', true],
    ['ERR_CERT_DATE_INVALID', false],
    ['ERR_CERT_REVOKED', false],
    ['ERR_CERT_WEAK_KEY', false],
    ['ERR_SSL_PROTOCOL_ERROR', false],
  ])('with %s: may be trusted: %s', (code, may) => {
    expect(mayBeTrusted(code, facts, now)).toBe(may);
  });

  it('is never trusted outside of its time, which Chromium doesn’t report beside an unknown authority', () => {
    for (const time of [facts.validUntil, '2025-12-31T23:59:59Z'])
      expect(mayBeTrusted('ERR_CERT_AUTHORITY_INVALID', facts, Date.parse(time))).toBe(false);
  });
});
