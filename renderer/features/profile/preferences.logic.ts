import { languages } from '../../languages/languages.ts';

/** The console's languages by their own names, plus any code that another tool has set. */
export const languageChoices = (present: string): { value: string; label: string }[] =>
  [...new Set<string>([...languages, present])].map((value) => ({ value, label: nameOf(value) }));

const nameOf = (code: string): string => {
  const name = new Intl.DisplayNames([code, 'en'], { type: 'language', fallback: 'code' }).of(code) ?? code;
  return name === code ? code : `${name} (${code})`;
};
