import { z } from 'zod';
import { utf8Length } from './utf8-length.ts';

/** Octets of an address, and of its part before the @: RFC 5321 §4.5.3.1. */
const maxOctets = 254;
const maxLocalOctets = 64;
/** Octets of one label of a host name, RFC 1035 §2.3.4. */
const maxLabelOctets = 63;

/** RFC 5322 atoms, plus letters, marks and digits of any script (RFC 6531). No quoted strings, no comments. */
const atom = /^[\w!#$%&'*+/=?^`{|}~\p{L}\p{M}\p{N}-]+$/u;
const url = z.url({ normalize: true });
const label = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/i;
const topLevel = /^([a-z]{2,}|xn--[a-z0-9-]+)$/i;

/** What keyboards of East Asia type for the @, and for the dots of a host (UTS 46 §2.3). */
const wideAt = /[\ufe6b\uff20]/g;
const wideDot = /[\u3002\uff0e\uff61]/g;
/** Spaces and characters without a width, which come along when an address is copied. */
const around = /^[\s\p{Cf}]+|(?<![\s\p{Cf}])[\s\p{Cf}]+$/gu;

/** The host in its ASCII form, or undefined if it cannot be a host name. zod normalizes with `URL`, which applies IDNA. */
const asciiHost = (host: string): string | undefined => {
  if (/^[a-z0-9.-]*$/i.test(host)) return host.toLowerCase();
  if (!/^[\p{L}\p{M}\p{N}.-]+$/u.test(host)) return undefined;
  return url.safeParse(`http://${host}`).data?.slice('http://'.length, -'/'.length);
};

const isHostName = (host: string): boolean => {
  const labels = host.split('.');
  const isEachValid = labels.every((part) => part.length <= maxLabelOctets && label.test(part));
  return labels.length > 1 && isEachValid && topLevel.test(labels.at(-1) ?? '');
};

/**
 * The form in which the host of an email address is stored: lower case, in ASCII. Undefined if the text is not a host name
 * with a dot.
 */
export const normalizeHost = (text: string): string | undefined => {
  const host = asciiHost(text.replaceAll(wideDot, '.'));
  return host !== undefined && isHostName(host) ? host : undefined;
};

/**
 * The form in which an email address is stored and compared: lower case, Unicode NFC, the host in ASCII (IDNA), so that
 * a look-alike host cannot pass for another. Leaves out spaces around it. Undefined if the text is not an address. Takes linear time.
 */
export const normalizeEmail = (typed: string): string | undefined => {
  const text = typed.replaceAll(around, '').replaceAll(wideAt, '@');
  const at = text.lastIndexOf('@');
  const local = text.slice(0, Math.max(at, 0)).toLowerCase().normalize('NFC');
  const host = normalizeHost(text.slice(at + 1));
  if (host === undefined) return undefined;
  const address = `${local}@${host}`;
  const isShort = utf8Length(local) <= maxLocalOctets && utf8Length(address) <= maxOctets;
  return isShort && local.split('.').every((part) => atom.test(part)) ? address : undefined;
};
