import { de } from './texts/de.ts';
import { en, type Texts } from './texts/en.ts';

export type { Texts };

const languages = { en, de };
export type Language = keyof typeof languages;

/** The first of the system's languages that Castellan supports, otherwise English. */
export const languageOf = (preferred: readonly string[]): Language =>
  preferred.map((tag) => tag.split('-')[0]).find((language) => language === 'en' || language === 'de') === 'de'
    ? 'de'
    : 'en';

export const textsIn = (language: Language): Texts => languages[language];
