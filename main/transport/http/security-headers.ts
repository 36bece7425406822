/**
 * What every answer carries, errors included. DECISION: a table of our own, for the values never change: a package would
 * put them together again for each request. Pages replace the policy by one that lets their own files in.
 */
export const securityHeaders = {
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
  // The filter of old browsers could itself be abused.
  'x-xss-protection': '0',
  // No strict-transport-security: reached by plain http on loopback; a proxy that ends TLS sets it for its own name.
} as const;
