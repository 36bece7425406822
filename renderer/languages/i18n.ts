import { createInstance, type InitOptions, type i18n } from 'i18next';
import type { Language } from './languages.ts';
import type { LanguageLoader, LanguageParts } from './load-language.ts';
import type { OutsideLanguage } from './remembered-language.ts';
import type { SignedInCatalogue, SignedOutCatalogue } from './translate.ts';

export interface I18nParts {
  outside: OutsideLanguage;
  loaders: Record<Language, LanguageLoader>;
  /** Called with each language before the screens render it, for settings outside React. */
  onLanguageChange: (language: Language, parts: LanguageParts) => void;
}

/** The translations of the console, in one language at a time. */
export interface I18n {
  instance: i18n;
  outside: OutsideLanguage;
  /**
   * Sets the language, and loads its catalog first if needed. Once it was called for screens behind the sign-in, all
   * languages come with their texts. Rejects if loading fails.
   */
  setLanguage: (language: Language, screens?: 'signed in') => Promise<void>;
}

export const i18nOptions = (language: string, catalogue: SignedOutCatalogue): InitOptions => ({
  lng: language,
  resources: { [language]: { translation: catalogue } },
  // No fallback language: a test ensures that every catalog is complete.
  fallbackLng: false,
  initAsync: false,
  nsSeparator: false,
  // React already escapes.
  interpolation: { escapeValue: false },
  react: { useSuspense: false },
});

/** Loads the catalog of the initial language before the first screen is shown. */
export const createI18n = async ({ outside, loaders, onLanguageChange }: I18nParts): Promise<I18n> => {
  const loaded = new Map<Language, LanguageParts>();
  const loadedSignedIn = new Map<Language, SignedInCatalogue>();
  /** Of which screens the translations have the texts, by language. */
  const added = new Map<Language, 'all' | 'signed out'>();
  let isSignedIn = false;
  let wanted = outside.read();
  const fetched = async (language: Language): Promise<LanguageParts> => {
    const parts = loaded.get(language) ?? (await loaders[language].signedOut());
    loaded.set(language, parts);
    return parts;
  };
  const fetchedSignedIn = async (language: Language): Promise<SignedInCatalogue> => {
    const catalogue = loadedSignedIn.get(language) ?? (await loaders[language].signedIn());
    loadedSignedIn.set(language, catalogue);
    return catalogue;
  };

  const language = wanted;
  const first = await fetched(language);
  const instance = createInstance();
  await instance.init(i18nOptions(language, first.catalogue));
  added.set(language, 'signed out');
  onLanguageChange(language, first);

  return {
    instance,
    outside,
    setLanguage: async (next, screens) => {
      wanted = next;
      isSignedIn ||= screens === 'signed in';
      const texts = isSignedIn ? 'all' : 'signed out';
      const [parts, more] = await Promise.all([fetched(next), isSignedIn ? fetchedSignedIn(next) : {}]);
      // The language changed again while this one was loading.
      if (wanted !== next) return;
      if (added.get(next) !== 'all' && added.get(next) !== texts) {
        // Nobody else has these objects, so that a copy of them would be waste.
        instance.addResourceBundle(next, 'translation', { ...parts.catalogue, ...more }, false, true, {
          skipCopy: true,
        });
        added.set(next, texts);
      }
      if (instance.language === next) return;
      onLanguageChange(next, parts);
      await instance.changeLanguage(next);
    },
  };
};
