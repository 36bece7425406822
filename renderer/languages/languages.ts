import { lowerAscii } from '#shared/text-input/ascii-case.ts';

/** The console's languages, by their own names. To add one, add a catalog next to the others and a row here. */
export const languageNames = { en: 'English', de: 'Deutsch' } as const;

export type Language = keyof typeof languageNames;
export const languages = Object.keys(languageNames) as Language[];

/** The first requested language that is available: `de-AT` gives German, and so does `de_DE`, as Linux writes it; if none is, English. */
export const pickLanguage = (wanted: readonly string[]): Language => {
  for (const code of wanted) {
    const main = lowerAscii(code.split(/[-_]/)[0] ?? '');
    const found = languages.find((language) => language === main);
    if (found) return found;
  }
  return 'en';
};
