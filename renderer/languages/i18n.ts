import { createInstance, type InitOptions, type i18n } from 'i18next';
import type { Language } from './languages.ts';
import type { LanguageParts } from './load-language.ts';
import type { OutsideLanguage } from './remembered-language.ts';
import type { Catalogue } from './translate.ts';

export interface I18nParts {
  outside: OutsideLanguage;
  load: (language: Language) => Promise<LanguageParts>;
  /** Called with each language before the screens render it, for settings outside React. */
  onLanguageChange: (language: Language, parts: LanguageParts) => void;
}

/** The translations of the console, in one language at a time. */
export interface I18n {
  instance: i18n;
  outside: OutsideLanguage;
  /** Sets the language, and loads its catalog first if needed. Rejects if that fails. */
  setLanguage: (language: Language) => Promise<void>;
}

export const i18nOptions = (language: string, catalogue: Catalogue): InitOptions => ({
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
export const createI18n = async ({ outside, load, onLanguageChange }: I18nParts): Promise<I18n> => {
  const loaded = new Map<Language, LanguageParts>();
  let wanted = outside.read();
  const fetched = async (language: Language): Promise<LanguageParts> => {
    const parts = loaded.get(language) ?? (await load(language));
    loaded.set(language, parts);
    return parts;
  };

  const language = wanted;
  const first = await fetched(language);
  const instance = createInstance();
  await instance.init(i18nOptions(language, first.catalogue));
  onLanguageChange(language, first);

  return {
    instance,
    outside,
    setLanguage: async (next) => {
      wanted = next;
      const parts = await fetched(next);
      // The language changed again while this one was loading.
      if (wanted !== next || instance.language === next) return;
      instance.addResourceBundle(next, 'translation', parts.catalogue);
      onLanguageChange(next, parts);
      await instance.changeLanguage(next);
    },
  };
};
