import { expect, test } from 'vitest';
import { languageChoices } from './preferences.logic.ts';

test('languages are listed by their own names', () => {
  expect(languageChoices('en').find(({ value }) => value === 'de')?.label).toBe('Deutsch (de)');
});

test('an unknown stored language stays in the list, once', () => {
  const values = languageChoices('gsw-CH').map(({ value }) => value);
  expect(values.filter((value) => value === 'gsw-CH')).toHaveLength(1);
  expect(languageChoices('en').filter(({ value }) => value === 'en')).toHaveLength(1);
});
