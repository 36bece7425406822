import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { reasonNames } from '#shared/texts/reasons.ts';

const root = join(import.meta.dirname, '../../..');

/** Reasons that no test can bring about. */
const exceptions: Readonly<Record<string, string>> = {
  settings_changed: 'Another instance has to write between two statements of one transaction.',
};

const places = [
  '{main,shared,renderer,preload}/**/*.test.ts',
  'e2e/{http-api,attacks,faults,journeys,postgres}/**/*.ts',
];
const named = new Set(
  globSync(places, { cwd: root })
    .flatMap((file) => [...readFileSync(join(root, file), 'utf8').matchAll(/['"`]([a-z]+(?:_[a-z]+)*)['"`]/g)])
    .map(([, word]) => word),
);

it('finds a test for every reason to refuse something', () => {
  const missing = reasonNames.filter((reason) => !named.has(reason));
  expect(missing, 'the table of main/services/refusals.test.ts is for them').toEqual(Object.keys(exceptions));
});
