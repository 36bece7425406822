/** The languages that the console speaks, by their own names. One more is a catalogue beside the others, and a row here. */
export const languageNames = { en: 'English', de: 'Deutsch' } as const;

export type Language = keyof typeof languageNames;
export const languages = Object.keys(languageNames) as Language[];

/** The first language asked for that there is: `de-AT` is answered in German, nothing that is known in English. */
export const pickLanguage = (wanted: readonly string[]): Language => {
  for (const code of wanted) {
    const main = code.split('-')[0]?.toLowerCase();
    const found = languages.find((language) => language === main);
    if (found) return found;
  }
  return 'en';
};
