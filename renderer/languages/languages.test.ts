import { expect, test } from 'vitest';
import { pickLanguage } from './languages.ts';
import { createOutsideLanguage } from './remembered-language.ts';

test.each([
  [['de'], 'de'],
  [['de-AT'], 'de'],
  [['DE-ch', 'en'], 'de'],
  [['fr', 'de', 'en'], 'de'],
  [['den'], 'en'],
  [['gsw-CH'], 'en'],
  [['', 'en-GB', 'de'], 'en'],
  [[], 'en'],
] as const)('%j gets %s', (wanted, language) => {
  expect(pickLanguage(wanted)).toBe(language);
});

const memory = (values: Record<string, string> = {}) => ({
  getItem: (key: string) => values[key] ?? null,
  setItem: (key: string, value: string) => {
    values[key] = value;
  },
});

test("before sign-in, the language chosen here takes precedence over the browser's", () => {
  const storage = memory();
  const outside = createOutsideLanguage(
    () => storage,
    () => ['de-DE', 'en'],
  );
  expect(outside.read()).toBe('de');
  outside.remember('en');
  const reloaded = createOutsideLanguage(
    () => storage,
    () => ['de-DE'],
  );
  expect([outside.read(), reloaded.read()]).toEqual(['en', 'en']);
});

test('without browser storage, the choice still applies until the page is left', () => {
  const outside = createOutsideLanguage(
    () => {
      throw new Error('denied');
    },
    () => ['en'],
  );
  expect(outside.read()).toBe('en');
  outside.remember('de');
  expect(outside.read()).toBe('de');
});
