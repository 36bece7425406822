import { expect, test } from 'vitest';
import { english } from '#e2e/fixtures/texts.ts';
import { endOthersRefusal } from './sessions.logic.ts';

test('others are ended where there are others', () => {
  const here = { current: true };
  expect(endOthersRefusal([here, { current: false }], english)).toBeUndefined();
  expect(endOthersRefusal([here], english)).toBe('You are signed in nowhere else');
  expect(endOthersRefusal(undefined, english)).toBe('Your sessions are not loaded yet');
});
