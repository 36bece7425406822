import { expect, test } from 'vitest';
import { createSetupToken } from './setup-token.ts';

test('a setup token matches itself and nothing else, until it ends', () => {
  const token = createSetupToken('a-secret');
  expect(token.text()).toBe('a-secret');
  expect(['a-secret', 'a-secre', 'a-secret ', 'A-SECRET', ''].map(token.matches)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
  token.end();
  expect([token.text(), token.matches('a-secret'), token.matches('')]).toEqual([undefined, false, false]);
});

test('without a secret nothing matches', () => {
  expect(createSetupToken(undefined).matches('')).toBe(false);
});
