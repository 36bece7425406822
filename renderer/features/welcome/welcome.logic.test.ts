import { expect, test } from 'vitest';
import { english } from '#e2e/support/texts.ts';
import { roleAlone } from '#shared/rules/permissions.ts';
import { removalDisabledReason } from './welcome.logic.ts';

test('only owners can remove sample data', () => {
  expect(removalDisabledReason(roleAlone('owner'), english)).toBeUndefined();
  for (const role of ['admin', 'member'] as const)
    expect(removalDisabledReason(roleAlone(role), english)).toContain('owner');
});
