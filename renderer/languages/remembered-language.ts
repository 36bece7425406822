import { type Language, pickLanguage } from './languages.ts';

const storageKey = 'castellan-language';

/** The language before anybody has signed in: chosen on this machine, or else the browser's. */
export interface OutsideLanguage {
  read: () => Language;
  remember: (language: Language) => void;
}

/** `storage` may refuse, as browsers that block it do: the choice then lasts until the page is left. */
export const createOutsideLanguage = (
  storage: () => Pick<Storage, 'getItem' | 'setItem'>,
  browserLanguages: () => readonly string[],
): OutsideLanguage => {
  let chosen: string | null = null;
  const stored = () => {
    try {
      return storage().getItem(storageKey);
    } catch {
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
