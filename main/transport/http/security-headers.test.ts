import { expect, it } from 'vitest';
import { securityHeaders } from './security-headers.ts';

it('every answer forbids frames, to browsers with and without a policy, and sends no referrer', () => {
  expect(securityHeaders).toMatchObject({
    'content-security-policy': "default-src 'none';frame-ancestors 'none';base-uri 'none';form-action 'none'",
    'x-frame-options': 'DENY',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  });
});
