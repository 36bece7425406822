import { lowerAscii, upperAscii } from '#shared/text-input/ascii-case.ts';

/** A certificate as a person knows it. Times are ISO 8601. */
export interface CertificateFacts {
  subject: string;
  issuer: string;
  validFrom: string;
  validUntil: string;
  /** SHA-256 of the certificate, as 64 hexadecimal digits. */
  fingerprint: string;
}

/** Chromium's errors of certificates, by what a person can do about them. */
const reasons = {
  ERR_CERT_AUTHORITY_INVALID: 'authority',
  ERR_CERT_DATE_INVALID: 'date',
  ERR_CERT_COMMON_NAME_INVALID: 'name',
  ERR_CERT_REVOKED: 'revoked',
} as const;
export type CertificateReason = (typeof reasons)[keyof typeof reasons] | 'other';

export const certificateReason = (code: string): CertificateReason =>
  Object.hasOwn(reasons, code) ? reasons[code as keyof typeof reasons] : 'other';

/** Chromium's form of a fingerprint, `sha256/` and base64, as hexadecimal digits. */
export const hexFingerprint = (chromium: string): string =>
  Buffer.from(chromium.replace(/^sha256\//, ''), 'base64').toString('hex');

/** As other programs show it, so that people can compare it: `AB:CD:…`. */
export const shownFingerprint = (hex: string): string => upperAscii(hex).match(/../g)?.join(':') ?? '';

/** A fingerprint as other programs show it, in lower case without colons. Undefined for anything else. */
export const readFingerprint = (shown: string): string | undefined => {
  const hex = lowerAscii(shown.replaceAll(':', ''));
  return /^[0-9a-f]{64}$/.test(hex) ? hex : undefined;
};

/**
 * DECISION 0270: whether a person may trust a certificate that Chromium refuses. Trust replaces the authority and the
 * name, which the person has compared by the fingerprint. It replaces nothing else: not the time, nor a revocation.
 * @param code Chromium's error, such as `ERR_CERT_AUTHORITY_INVALID`
 * @param now milliseconds since the epoch
 */
export const mayBeTrusted = (code: string, { validFrom, validUntil }: CertificateFacts, now: number): boolean =>
  ['authority', 'name'].includes(certificateReason(code)) &&
  Date.parse(validFrom) <= now &&
  now < Date.parse(validUntil);
