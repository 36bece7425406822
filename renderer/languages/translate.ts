import type { TFunction } from 'i18next';
import type en from './en.json';
import type { signedInTexts } from './signed-in-texts.ts';

/** Every language has the shape of the English catalog. */
export type Catalogue = typeof en;
/** The sections that only screens behind the sign-in show. */
export type SignedInCatalogue = Pick<Catalogue, (typeof signedInTexts)[number]>;
export type SignedOutCatalogue = Omit<Catalogue, keyof SignedInCatalogue>;

/** Translates into the current language; passed to pure functions. */
export type Translate = TFunction;

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: Catalogue };
  }
}
