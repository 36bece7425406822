import type { z } from 'zod';
import type { Language } from './languages.ts';
import type { Catalogue } from './translate.ts';

export interface LanguageParts {
  catalogue: Catalogue;
  /** The schema library's default messages, for fields without one in the contract. */
  schemaWords: z.core.$ZodConfig;
}

const loaders: Record<Language, () => Promise<LanguageParts>> = {
  en: async () => {
    const [{ default: catalogue }, words] = await Promise.all([import('./en.json'), import('zod/v4/locales/en.js')]);
    return { catalogue, schemaWords: words.default() };
  },
  de: async () => {
    const [{ default: catalogue }, words] = await Promise.all([import('./de.json'), import('zod/v4/locales/de.js')]);
    return { catalogue, schemaWords: words.default() };
  },
};

/** Loads one language and no others. */
export const loadLanguage = (language: Language): Promise<LanguageParts> => loaders[language]();
