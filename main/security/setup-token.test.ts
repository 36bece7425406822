import { expect, test } from 'vitest';
import { createSetupToken } from './setup-token.ts';

test('a setup token matches itself and nothing else, until it ends', async () => {
  const token = createSetupToken('a-secret');
  expect(await token.text()).toBe('a-secret');
  expect(await Promise.all(['a-secret', 'a-secre', 'a-secret ', 'A-SECRET', ''].map(token.matches))).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
  await token.end();
  expect([await token.text(), await token.matches('a-secret'), await token.matches('')]).toEqual([
    undefined,
    false,
    false,
  ]);
});

test('without a secret nothing matches', async () => {
  expect(await createSetupToken(undefined).matches('')).toBe(false);
});
