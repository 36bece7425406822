import { normalizeEmail } from './email-address.ts';

/** Who an email is from. */
export interface Sender {
  /** Empty if only an address was given. */
  name: string;
  address: string;
}

/** A host without a dot may be the sender's own network, which no recipient is in. */
const withDomain = (address: string): boolean => normalizeEmail(`${address}.example`) !== undefined;

/** A sender such as `Acme <mail@acme.example>` or an address alone. Undefined for any other text, such as two senders. */
export const readSender = (text: string): Sender | undefined => {
  const [, name = '', bracketed] = /^([^<>]*)<([^<>]+)>$/.exec(text.trim()) ?? [];
  const given = (bracketed ?? text).trim();
  const address = normalizeEmail(given) ?? (withDomain(given) ? given : undefined);
  return address === undefined ? undefined : { name: name.trim().replaceAll(/^"|"$/g, ''), address };
};
