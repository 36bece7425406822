import { expect, it } from 'vitest';
import { securityHeaders } from './security-headers.ts';

it('lets an answer load nothing, appear in no frame and be read by no other origin', () => {
  expect(securityHeaders).toMatchObject({
    'content-security-policy': expect.stringMatching(/default-src 'none'.*frame-ancestors 'none'/),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  });
});

it('leaves strict transport security to the proxy that terminates TLS', () => {
  expect(securityHeaders).not.toHaveProperty('strict-transport-security');
});

it('names headers in lower case, so that a page replaces a value instead of adding a second one', () => {
  for (const name of Object.keys(securityHeaders)) expect(name).toBe(name.toLowerCase());
});
