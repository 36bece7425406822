import { expect, test } from 'vitest';
import { createKeptTexts } from '../parts/kept-texts.ts';
import { pickLanguage } from './languages.ts';
import { createOutsideLanguage } from './remembered-language.ts';

test.each([
  [['de'], 'de'],
  [['de-AT'], 'de'],
  [['de_DE'], 'de'],
  [['DE-ch', 'en'], 'de'],
  [['fr', 'de', 'en'], 'de'],
  [['den'], 'en'],
  [['gsw-CH'], 'en'],
  [['', 'en-GB', 'de'], 'en'],
  [[], 'en'],
] as const)('%j gets %s', (wanted, language) => {
  expect(pickLanguage(wanted)).toBe(language);
});

test("before sign-in, the language chosen here takes precedence over the browser's", () => {
  const values = new Map<string, string>();
  const kept = createKeptTexts(() => ({
    getItem: (name) => values.get(name) ?? null,
    setItem: (name, text) => void values.set(name, text),
    removeItem: (name) => void values.delete(name),
  }));
  const outside = createOutsideLanguage(kept, () => ['de-DE', 'en']);
  expect(outside.read()).toBe('de');
  outside.remember('en');
  const reloaded = createOutsideLanguage(kept, () => ['de-DE']);
  expect([outside.read(), reloaded.read()]).toEqual(['en', 'en']);
});
