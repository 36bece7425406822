import { expect, test } from 'vitest';
import { english } from '#e2e/support/texts.ts';
import { passwordChangedText } from './password.logic.ts';

const done = 'Password changed. You’ve been signed out on all other devices.';

test.each([
  [0, false, done],
  [0, true, done],
  [undefined, false, `${done} Any API keys that you had were revoked.`],
  [undefined, true, `${done} Any API keys that you have still work.`],
  [1, false, `${done} Your API key was revoked.`],
  [2, false, `${done} Your 2 API keys were revoked.`],
  [1, true, `${done} Your API key still works.`],
  [2, true, `${done} Your 2 API keys still work.`],
])('with %s API keys, kept: %s, tells what happened', (keys, isKept, words) => {
  expect(passwordChangedText(keys, isKept, english)).toBe(words);
});
