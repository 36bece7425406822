import type { TFunction } from 'i18next';
import type en from './en.json';

/** Every language has the shape of the English catalogue. */
export type Catalogue = typeof en;

/** Says a text of the catalogue in the language of the moment; pure rules are given it. */
export type Translate = TFunction;

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: Catalogue };
  }
}
