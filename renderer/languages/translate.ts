import type { TFunction } from 'i18next';
import type en from './en.json';

/** Every language has the shape of the English catalog. */
export type Catalogue = typeof en;

/** Translates into the current language; passed to pure functions. */
export type Translate = TFunction;

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: Catalogue };
  }
}
