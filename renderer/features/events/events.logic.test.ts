import { expect, test } from 'vitest';
import { endOfOldSecret } from './events.logic.ts';

test('an old secret is told of only while it works', () => {
  const old_secret_expires_at = '2026-01-15T12:00:00.000Z';
  const end = Date.parse(old_secret_expires_at);
  expect(endOfOldSecret({ old_secret_expires_at }, end - 1)).toBe(old_secret_expires_at);
  expect(endOfOldSecret({ old_secret_expires_at }, end)).toBeNull();
  expect(endOfOldSecret({ old_secret_expires_at: null }, end)).toBeNull();
});
