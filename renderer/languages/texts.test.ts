import { expect, test } from 'vitest';
import de from './de.json' with { type: 'json' };
import en from './en.json' with { type: 'json' };
import type { Language } from './languages.ts';
import type { LanguageParts } from './load-language.ts';
import { createTexts } from './texts.ts';

const catalogues: Record<Language, LanguageParts> = {
  en: { catalogue: en, schemaWords: {} },
  de: { catalogue: de, schemaWords: {} },
};

/** Texts whose languages arrive when the test lets them. */
const begin = async (first: Language) => {
  const asked: Language[] = [];
  const spoken: Language[] = [];
  const waiting: (() => void)[] = [];
  let held = false;
  let failing = false;
  const texts = await createTexts({
    outside: { read: () => first, remember: () => undefined },
    load: async (language) => {
      asked.push(language);
      if (failing) throw new Error('offline');
      if (held) await new Promise<void>((resolve) => waiting.push(resolve));
      return catalogues[language];
    },
    onSpoken: (language) => spoken.push(language),
  });
  return {
    texts,
    asked,
    spoken,
    hold: () => {
      held = true;
    },
    release: () => {
      for (const go of waiting) go();
    },
    fail: (now: boolean) => {
      failing = now;
    },
  };
};

test('begins in the language of the outside and loads no other', async () => {
  const { texts, asked, spoken } = await begin('de');
  expect(texts.i18n.t('sessions.title')).toBe('Sitzungen');
  expect([asked, spoken]).toEqual([['de'], ['de']]);
});

test('changes at once, and fetches each language once', async () => {
  const { texts, asked, spoken } = await begin('en');
  await texts.speak('de');
  expect(texts.i18n.t('sessions.title')).toBe('Sitzungen');
  await texts.speak('en');
  await texts.speak('de');
  expect(texts.i18n.language).toBe('de');
  expect([asked, spoken]).toEqual([
    ['en', 'de'],
    ['en', 'de', 'en', 'de'],
  ]);
});

test('the last wish counts, whichever language arrives last', async () => {
  const { texts, hold, release } = await begin('en');
  hold();
  const late = texts.speak('de');
  await texts.speak('en');
  release();
  await late;
  expect(texts.i18n.language).toBe('en');
});

test('a language that does not arrive leaves the present one, and is fetched anew when it is asked for again', async () => {
  const { texts, fail } = await begin('en');
  fail(true);
  await expect(texts.speak('de')).rejects.toThrow('offline');
  expect(texts.i18n.t('sessions.title')).toBe('Sessions');
  fail(false);
  await texts.speak('de');
  expect(texts.i18n.t('sessions.title')).toBe('Sitzungen');
});
