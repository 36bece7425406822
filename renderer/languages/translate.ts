import type { TFunction } from 'i18next';
import type { signedInEnglish } from './signed-in-english.ts';
import type { signedOutEnglish } from './signed-out-english.ts';

/** The sections that only screens behind the sign-in show. Every language has the shape of the English ones. */
export type SignedInCatalogue = ReturnType<typeof signedInEnglish>;
export type SignedOutCatalogue = ReturnType<typeof signedOutEnglish>;
export type Catalogue = SignedOutCatalogue & SignedInCatalogue;

/** Translates into the current language; passed to pure functions. */
export type Translate = TFunction;

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: Catalogue };
  }
}
