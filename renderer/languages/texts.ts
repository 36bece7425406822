import { createInstance, type InitOptions, type i18n } from 'i18next';
import type { Language } from './languages.ts';
import type { LanguageParts } from './load-language.ts';
import type { OutsideLanguage } from './remembered-language.ts';
import type { Catalogue } from './translate.ts';

export interface TextsParts {
  outside: OutsideLanguage;
  load: (language: Language) => Promise<LanguageParts>;
  /** Hears of each language before the screens do: for what follows it outside of them. */
  onSpoken: (language: Language, parts: LanguageParts) => void;
}

/** What the console says, in one language at a time. */
export interface Texts {
  i18n: i18n;
  outside: OutsideLanguage;
  /** Changes the language at once; fetched first where it was not spoken before. Rejects where that fails. */
  speak: (language: Language) => Promise<void>;
}

export const textsOptions = (language: string, catalogue: Catalogue): InitOptions => ({
  lng: language,
  resources: { [language]: { translation: catalogue } },
  // Every catalogue is whole: a test sees to it, and no second one is loaded for what it lacks.
  fallbackLng: false,
  initAsync: false,
  nsSeparator: false,
  // React escapes.
  interpolation: { escapeValue: false },
  react: { useSuspense: false },
});

/** Texts in the language of the outside, loaded before the first screen is shown. */
export const createTexts = async ({ outside, load, onSpoken }: TextsParts): Promise<Texts> => {
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
  await instance.init(textsOptions(language, first.catalogue));
  onSpoken(language, first);

  return {
    i18n: instance,
    outside,
    speak: async (next) => {
      wanted = next;
      const parts = await fetched(next);
      // Another language was asked for while this one was on its way.
      if (wanted !== next || instance.language === next) return;
      instance.addResourceBundle(next, 'translation', parts.catalogue);
      onSpoken(next, parts);
      await instance.changeLanguage(next);
    },
  };
};
