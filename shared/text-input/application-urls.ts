import { lowerAscii } from './ascii-case.ts';

/** A host name or an IP address. Without credentials, which would stand in front of it. */
const host = String.raw`(?:[a-z0-9-]+(?:\.[a-z0-9-]+)*|\[[0-9a-f:.]+\])`;
const port = String.raw`(?::\d{1,5})?`;
/**
 * What can stand for itself in an address (RFC 3986), without fragments and wildcards. Browsers read a `\` as another character, and a
 * quote or a brace would change what the configuration of a program says.
 */
const characters = String.raw`[A-Za-z0-9\-._~:/?[\]@!$&'()+,;=%]*`;
const rest = `(?:[/?]${characters})?`;
const https = new RegExp(`^https://${host}${port}${rest}$`, 'i');
/** RFC 8252: a program on the computer of whoever signs in, at any port. */
const loopback = new RegExp(String.raw`^http://(?:127\.0\.0\.1|\[::1\]|localhost)${port}${rest}$`);
/** RFC 8252: a scheme of its own, which is a domain turned round, and no host: `com.example.app:/callback`. */
const ownScheme = new RegExp(String.raw`^[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+:/(?!/)${characters}$`);

/** In every browser and in Node, whose types don't belong here. */
declare const URL: { canParse(text: string): boolean };

/** Whether a text is an https address without credentials and without a fragment. */
export const isHttpsUrl = (text: string): boolean => https.test(text) && URL.canParse(text);

/** Whether an address leads back to a program on the computer of whoever signs in: over loopback, or by a scheme of its own. */
export const isNativeUri = (text: string): boolean =>
  (loopback.test(text) || ownScheme.test(text)) && URL.canParse(text);

/** Whether a text can be an address that people come back to, for some kind of application. It is compared exactly. */
export const isRedirectUri = (text: string): boolean => isHttpsUrl(text) || isNativeUri(text);

const hostWithPort = /^([a-z0-9-]+(?:\.[a-z0-9-]+)*)(?::(\d{1,5}))?$/;

/** A host that can be protected, with its port unless that is 443, in lower case. Undefined if it is none. */
export const normalizeHost = (text: string): string | undefined => {
  const [, name, digits] = hostWithPort.exec(lowerAscii(text)) ?? [];
  if (name === undefined) return undefined;
  const number = digits === undefined ? 443 : Number(digits);
  if (number < 1 || number > 65_535) return undefined;
  return number === 443 ? name : `${name}:${number}`;
};

/** The name of a host, without its port. */
export const nameOfHost = (host: string): string => host.replace(/:\d+$/, '');

/**
 * Whether a text is a path that can be protected: what a server could read in two ways is none, and neither is what a browser would
 * send in another way.
 */
export const isProtectedPath = (text: string): boolean =>
  /^\/[A-Za-z0-9\-._~!$&'()*+,=:@/]*$/.test(text) &&
  !text.includes('//') &&
  text.split('/').every((part) => part !== '.' && part !== '..');
