/// <reference path="./catalogue-parts.d.ts" />
import type { z } from 'zod';
import { loadPart, preloadPart } from '../parts/page.ts';
import type { Language } from './languages.ts';
import { signedOutEnglish } from './signed-out-english.ts';
import type { SignedInCatalogue, SignedOutCatalogue } from './translate.ts';

export interface LanguageParts {
  /** What the screens before the sign-in need, and all others too. */
  catalogue: SignedOutCatalogue;
  /** The schema library's default messages, for fields without one in the contract. */
  schemaText: z.core.$ZodConfig;
}

/** How to load one language and no others. */
export interface LanguageLoader {
  signedOut: () => Promise<LanguageParts>;
  /** The rest of the catalog. */
  signedIn: () => Promise<SignedInCatalogue>;
  /** Begins to load it, while nobody waits for it. */
  preloadSignedIn: () => void;
}

export const languageLoaders: Record<Language, LanguageLoader> = {
  en: {
    signedOut: async () => {
      const [{ default: texts }, words] = await Promise.all([
        loadPart(() => import('./en.json?signed-out')),
        loadPart(() => import('zod/v4/locales/en.js')),
      ]);
      return { catalogue: signedOutEnglish(texts), schemaText: words.default() };
    },
    signedIn: async () => {
      const [{ default: texts }, { signedInEnglish }] = await Promise.all([
        loadPart(() => import('./en.json?signed-in')),
        loadPart(() => import('./signed-in-english.ts')),
      ]);
      return signedInEnglish(texts);
    },
    preloadSignedIn: () => {
      preloadPart(() => import('./en.json?signed-in'));
      preloadPart(() => import('./signed-in-english.ts'));
    },
  },
  de: {
    signedOut: async () => {
      const [{ default: catalogue }, words] = await Promise.all([
        loadPart(() => import('./de.json?signed-out')),
        loadPart(() => import('zod/v4/locales/de.js')),
      ]);
      return { catalogue, schemaText: words.default() };
    },
    signedIn: async () => (await loadPart(() => import('./de.json?signed-in'))).default,
    preloadSignedIn: () => preloadPart(() => import('./de.json?signed-in')),
  },
};
