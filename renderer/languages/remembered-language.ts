import { type Language, pickLanguage } from './languages.ts';

const storageKey = 'castellan-language';

/** The language before sign-in: the one chosen in this browser, or else the browser's own. */
export interface OutsideLanguage {
  read: () => Language;
  remember: (language: Language) => void;
}

/** `storage` may be blocked by the browser; the choice then lasts until the page is left. */
export const createOutsideLanguage = (
  storage: () => Pick<Storage, 'getItem' | 'setItem'>,
  browserLanguages: () => readonly string[],
): OutsideLanguage => {
  let chosen: string | null = null;
  const stored = () => {
    try {
      return storage().getItem(storageKey);
    } catch {
      // A browser that keeps nothing has no choice of language, either.
      return null;
    }
  };
  return {
    read: () => pickLanguage([chosen ?? stored() ?? '', ...browserLanguages()]),
    remember: (language) => {
      chosen = language;
      try {
        storage().setItem(storageKey, language);
      } catch {
        // Kept in memory above.
      }
    },
  };
};
