import { expect, test } from 'vitest';
import { catalogues } from '#e2e/support/texts.ts';
import { createI18n } from './i18n.ts';
import type { Language } from './languages.ts';
import type { LanguageLoader } from './load-language.ts';

/** Texts whose languages load when the test says so. */
const begin = async (first: Language) => {
  const asked: string[] = [];
  const spoken: Language[] = [];
  const waiting: (() => void)[] = [];
  let held = false;
  let failing = false;
  const arrive = async (part: string) => {
    asked.push(part);
    if (failing) throw new Error('offline');
    if (held) await new Promise<void>((resolve) => waiting.push(resolve));
  };
  const loader = (language: Language): LanguageLoader => ({
    signedOut: async () => {
      await arrive(language);
      const { team, ...catalogue } = catalogues[language];
      return { catalogue, schemaText: {} };
    },
    signedIn: async () => {
      await arrive(`${language}, signed in`);
      return catalogues[language];
    },
    preloadSignedIn: () => undefined,
  });
  const i18n = await createI18n({
    outside: { read: () => first, remember: () => undefined },
    loaders: { en: loader('en'), de: loader('de') },
    onLanguageChange: (language) => spoken.push(language),
  });
  return {
    i18n,
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

test('starts in the initial language and loads no other', async () => {
  const { i18n, asked, spoken } = await begin('de');
  expect(i18n.instance.t('sessions.title')).toBe('Sitzungen');
  expect([asked, spoken]).toEqual([['de'], ['de']]);
});

test('switches at once, and fetches each language once', async () => {
  const { i18n, asked, spoken } = await begin('en');
  await i18n.setLanguage('de');
  expect(i18n.instance.t('sessions.title')).toBe('Sitzungen');
  await i18n.setLanguage('en');
  await i18n.setLanguage('de');
  expect(i18n.instance.language).toBe('de');
  expect([asked, spoken]).toEqual([
    ['en', 'de'],
    ['en', 'de', 'en', 'de'],
  ]);
});

test('follows the last choice, whichever language loads last', async () => {
  const { i18n, hold, release } = await begin('en');
  hold();
  const late = i18n.setLanguage('de');
  await i18n.setLanguage('en');
  release();
  await late;
  expect(i18n.instance.language).toBe('en');
});

test('keeps the current language if another fails to load, and fetches that one again on request', async () => {
  const { i18n, fail } = await begin('en');
  fail(true);
  await expect(i18n.setLanguage('de')).rejects.toThrow('offline');
  expect(i18n.instance.t('sessions.title')).toBe('Sessions');
  fail(false);
  await i18n.setLanguage('de');
  expect(i18n.instance.t('sessions.title')).toBe('Sitzungen');
});

test('loads the texts of the console for screens behind the sign-in, once, and then with each language', async () => {
  const { i18n, asked } = await begin('en');
  expect(i18n.instance.t('team.title')).toBe('team.title');
  await i18n.setLanguage('en', 'signed in');
  expect(i18n.instance.t('team.title')).toBe('Team');
  expect(i18n.instance.t('sessions.title')).toBe('Sessions');
  await i18n.setLanguage('de');
  expect(i18n.instance.t('team.invite')).toBe('Personen einladen');
  await i18n.setLanguage('en');
  expect(i18n.instance.t('team.title')).toBe('Team');
  expect(asked).toEqual(['en', 'en, signed in', 'de', 'de, signed in']);
});
