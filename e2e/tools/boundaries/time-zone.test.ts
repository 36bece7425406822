import { expect, it } from 'vitest';
import { westOfUtc } from '../../support/zones-of-tests.ts';

it('tests run west of UTC, in winter and in summer', () => {
  expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(westOfUtc);
  for (const at of ['2026-01-15T00:00:00Z', '2026-07-15T00:00:00Z']) expect(new Date(at).getDate()).toBe(14);
});
