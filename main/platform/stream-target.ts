/** Where the operator wants the audit logs of an installation. */
export interface StreamTarget {
  readonly kind: 'file' | 'syslog' | 'https';
  /** Its address without what is secret: it identifies the receiver. */
  readonly name: string;
  readonly url: string;
}

const kinds: Readonly<Record<string, StreamTarget['kind']>> = {
  'file:': 'file',
  'syslog+tls:': 'syslog',
  'https:': 'https',
  // Only to private networks, as with event destinations.
  'http:': 'https',
};

/** Whether what a URL encodes is text. */
const canDecode = (text: string): boolean => {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    // The setting is refused.
    return false;
  }
};

/** Reads one address. Undefined if it is none. */
export const readStreamTarget = (text: string): StreamTarget | undefined => {
  const url = URL.parse(text);
  const kind = url && kinds[url.protocol];
  if (!kind) return undefined;
  const { protocol, host, hostname, pathname, username, password, search, hash } = url;
  const hasMore = username !== '' || password !== '' || search !== '';
  const isSound = {
    file: host === '' && canDecode(pathname) && pathname.length > 1 && !pathname.endsWith('/') && !hasMore,
    syslog: hostname !== '' && pathname.length <= 1 && !hasMore,
    https: hostname !== '' && canDecode(username) && canDecode(password),
  }[kind];
  if (!isSound || hash !== '') return undefined;
  return { kind, url: url.href, name: `${protocol}//${host}${kind === 'syslog' ? '' : pathname}` };
};
