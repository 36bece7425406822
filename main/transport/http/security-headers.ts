/**
 * Headers of every response, errors included. Pages replace the policy with one that allows their own files. There is no
 * `strict-transport-security`: we serve plain HTTP on loopback, and a proxy that terminates TLS sets it for its own name.
 */
export const securityHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': "default-src 'none';frame-ancestors 'none';base-uri 'none';form-action 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
  // Browsers' XSS filters could be abused, so the header turns them off.
  'x-xss-protection': '0',
};
