import { expect, it } from 'vitest';
import { placeOf } from './place.logic.ts';

it.each([
  ['DE', 'en', '203.0.113.7 (Germany)'],
  ['DE', 'de', '203.0.113.7 (Deutschland)'],
  ['QQ', 'en', '203.0.113.7 (QQ)'],
  [null, 'en', '203.0.113.7'],
  [undefined, 'de', '203.0.113.7'],
])('an address in %s is shown in %s as %s', (country, language, text) =>
  expect(placeOf('203.0.113.7', country, language)).toBe(text),
);
