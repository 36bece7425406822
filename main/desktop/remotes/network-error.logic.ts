/** What Chromium's errors of the network mean for a person: each kind has its own text. */
export type NetworkErrorKind =
  | 'certificate'
  /** The server wants a certificate of the person, and the app gives none. */
  | 'clientCertificate'
  | 'handshake'
  /** A proxy is reached, but doesn't connect. Some refuse a password like this, too. */
  | 'proxy'
  | 'proxyUnusable'
  | 'badAddress'
  | 'blocked'
  | 'offline'
  | 'unknownName'
  | 'notCastellan'
  | 'brokenAnswer'
  | 'unreachable'
  | 'unknownError';

/** The first one that the name of an error begins with. */
const kinds: readonly (readonly [NetworkErrorKind, readonly string[]])[] = [
  ['unknownError', ['CERT_DATABASE_CHANGED']],
  [
    'handshake',
    ['CERT_ERROR_IN_SSL_RENEGOTIATION', 'HTTP2_INADEQUATE_TRANSPORT_SECURITY', 'SPDY_INADEQUATE_TRANSPORT_SECURITY'],
  ],
  [
    'certificate',
    [
      'CERT_',
      'CERTIFICATE_TRANSPARENCY_',
      'SSL_PINNED_KEY_NOT_IN_CERT_CHAIN',
      'SSL_SERVER_CERT_',
      'SSL_BAD_PEER_PUBLIC_KEY',
      'SSL_KEY_USAGE_INCOMPATIBLE',
      'ECH_FALLBACK_CERTIFICATE_INVALID',
      'QUIC_CERT_ROOT_NOT_KNOWN',
      'INSECURE_RESPONSE',
    ],
  ],
  ['clientCertificate', ['SSL_CLIENT_AUTH_', 'BAD_SSL_CLIENT_AUTH_', 'CLIENT_AUTH_CERT_', 'NO_PRIVATE_KEY_FOR_CERT']],
  ['handshake', ['SSL_', 'TLS', 'ECH_', 'NO_SSL_VERSIONS_', 'ALPN_', 'EARLY_DATA_', 'WRONG_VERSION_ON_EARLY_DATA']],
  [
    'proxyUnusable',
    ['PROXY_AUTH_UNSUPPORTED', 'PROXY_CONNECTION_FAILED', 'PROXY_CERTIFICATE_', 'PROXY_HTTP_', 'PROXY_DELEGATE_'],
  ],
  [
    'proxy',
    ['TUNNEL_', 'HTTPS_PROXY_', 'PROXY_', 'UNABLE_TO_REUSE_CONNECTION_FOR_PROXY_AUTH', 'SOCKS_CONNECTION_HOST_'],
  ],
  ['proxyUnusable', ['SOCKS_', 'NO_SUPPORTED_PROXIES', 'MANDATORY_PROXY_', 'PAC_']],
  ['badAddress', ['UNSAFE_PORT', 'INVALID_URL', 'DISALLOWED_URL_', 'UNKNOWN_URL_', 'ADDRESS_INVALID']],
  // The app itself blocks what leads away from the server.
  ['notCastellan', ['BLOCKED_BY_CLIENT', 'BLOCKED_BY_RESPONSE', 'BLOCKED_BY_CSP', 'BLOCKED_BY_ORB', 'BLOCKED_BY_XSS_']],
  [
    'blocked',
    ['BLOCKED_', 'NETWORK_ACCESS_', 'ACCESS_DENIED', 'CLEARTEXT_', 'INCONSISTENT_IP_ADDRESS_', 'CACHED_IP_ADDRESS_'],
  ],
  ['offline', ['INTERNET_DISCONNECTED', 'NETWORK_IO_SUSPENDED']],
  ['unknownName', ['NAME_', 'DNS_', 'ICANN_NAME_COLLISION', 'HOST_RESOLVER_']],
  [
    'notCastellan',
    [
      'TOO_MANY_REDIRECTS',
      'INVALID_REDIRECT',
      'UNSAFE_REDIRECT',
      'INVALID_RESPONSE',
      'INVALID_HTTP_RESPONSE',
      'UNEXPECTED_PROXY_AUTH',
      'METHOD_NOT_SUPPORTED',
    ],
  ],
  [
    'brokenAnswer',
    [
      'INVALID_CHUNKED_',
      'INCOMPLETE_',
      'CONTENT_',
      'RESPONSE_',
      'ENCODING_',
      'HTTP2_',
      'HTTP_1_1_',
      'SPDY_',
      'INVALID_SPDY_',
      'SYN_REPLY_',
      'QUIC_',
      'ZSTD_',
    ],
  ],
  [
    'unreachable',
    [
      'CONNECTION_',
      'TIMED_OUT',
      'ADDRESS_UNREACHABLE',
      'EMPTY_RESPONSE',
      'NETWORK_CHANGED',
      'SOCKET_NOT_CONNECTED',
      'TEMPORARILY_THROTTLED',
    ],
  ],
];

/** @param code Chromium's name of an error, such as `ERR_CONNECTION_REFUSED` */
export const kindOfNetworkError = (code: string): NetworkErrorKind => {
  const name = code.replace(/^ERR_/, '');
  return (
    kinds.find(([, beginnings]) => beginnings.some((beginning) => name.startsWith(beginning)))?.[0] ?? 'unknownError'
  );
};
