/** The ports that the library takes where an URL names none. */
const defaultPorts = { 'smtp:': 587, 'smtps:': 465 } as const;

/** A part of a URL as it was meant; what is escaped wrongly was meant as it stands. */
const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
};

const isOn = (url: URL, option: string): boolean => url.searchParams.get(option) === 'true';

/** What a `smtp://` or `smtps://` URL says of its server; its password is left out. `from` is the sender's header. */
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
