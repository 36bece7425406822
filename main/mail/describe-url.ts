/** The mail library's default ports. */
const defaultPorts = { 'smtp:': 587, 'smtps:': 465 } as const;

/** Decodes a part of a URL; a part with invalid escapes is taken literally. */
const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
};

const isOn = (url: URL, option: string): boolean => url.searchParams.get(option) === 'true';

/** Describes the server of a `smtp://` or `smtps://` URL, without its password. `from` is the From header. */
export const describeUrl = (text: string, from: string) => {
  const url = new URL(text);
  const isTls = url.protocol === 'smtps:';
  const security = isTls
    ? ('tls' as const)
    : isOn(url, 'ignoreTLS')
      ? ('none' as const)
      : isOn(url, 'requireTLS')
        ? ('starttls' as const)
        : ('opportunistic' as const);
  const [, name, address] = /^(.*?)\s*<([^<>]*)>\s*$/.exec(from) ?? [undefined, '', from];
  return {
    host: url.hostname.replaceAll(/^\[|\]$/g, ''),
    port: url.port === '' ? defaultPorts[isTls ? 'smtps:' : 'smtp:'] : Number(url.port),
    security,
    username: decoded(url.username),
    has_password: url.password !== '',
    sender: from,
    sender_name: name ?? '',
    sender_address: address ?? '',
  };
};
