import { expect, test } from 'vitest';
import { english } from '#e2e/fixtures/texts.ts';
import { removalRefusal } from './welcome.logic.ts';

test('owners alone remove sample data', () => {
  expect(removalRefusal('owner', english)).toBeUndefined();
  for (const role of ['admin', 'member'] as const) expect(removalRefusal(role, english)).toContain('owner');
});
