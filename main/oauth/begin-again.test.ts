import { expect, it } from 'vitest';
import { beginAgain } from './begin-again.ts';

const issuer = 'https://castellan.example/base';

it('asks for the same, of whoever has signed in by then', () => {
  const url = beginAgain(issuer, {
    client_id: 'app_wiki',
    scope: 'openid email',
    prompt: 'login consent',
    state: 'a&b=c',
    resource: ['https://a.example/', 'https://b.example/'],
    nonce: undefined,
  });
  expect(url).toBe(
    `${issuer}/oauth2/authorize?client_id=app_wiki&scope=openid+email&prompt=consent&state=a%26b%3Dc&resource=https%3A%2F%2Fa.example%2F&resource=https%3A%2F%2Fb.example%2F`,
  );
  expect(beginAgain(issuer, { prompt: 'login' })).toBe(`${issuer}/oauth2/authorize`);
});
