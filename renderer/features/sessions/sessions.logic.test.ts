import { expect, test } from 'vitest';
import { english } from '#e2e/fixtures/texts.ts';
import { endOthersDisabledReason } from './sessions.logic.ts';

test('others are ended where there are others', () => {
  const here = { current: true };
  expect(endOthersDisabledReason([here, { current: false }], english)).toBeUndefined();
  expect(endOthersDisabledReason([here], english)).toBe('You are signed in nowhere else');
  expect(endOthersDisabledReason(undefined, english)).toBe('Your sessions are not loaded yet');
});
