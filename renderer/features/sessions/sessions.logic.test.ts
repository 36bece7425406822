import { expect, test } from 'vitest';
import { english } from '#e2e/support/texts.ts';
import { endOthersDisabledReason } from './sessions.logic.ts';

test('the other sessions can be ended only if there are any', () => {
  const here = { current: true };
  expect(endOthersDisabledReason([here, { current: false }], english)).toBeUndefined();
  expect(endOthersDisabledReason([here], english)).toBe('You aren’t signed in anywhere else');
  expect(endOthersDisabledReason(undefined, english)).toBe('Your sessions haven’t loaded yet');
});
