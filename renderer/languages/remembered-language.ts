import type { KeptTexts } from '../parts/kept-texts.ts';
import { type Language, pickLanguage } from './languages.ts';

const name = 'castellan-language';

/** The language before sign-in: the one chosen in this browser, or else the browser's own. */
export interface OutsideLanguage {
  read: () => Language;
  remember: (language: Language) => void;
}

export const createOutsideLanguage = (kept: KeptTexts, browserLanguages: () => readonly string[]): OutsideLanguage => ({
  read: () => pickLanguage([kept.read(name) ?? '', ...browserLanguages()]),
  remember: (language) => void kept.write(name, language),
});
