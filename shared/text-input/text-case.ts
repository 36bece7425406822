const unseen = /\p{Default_Ignorable_Code_Point}/gu;

/** What names have in common that servers which ignore case, or the width of letters, take for one. */
export const lenientKey = (text: string): string => text.normalize('NFKC').toLowerCase();

/** What texts have in common that readers can tell apart by case alone. */
export const readingKey = (text: string): string => text.normalize('NFKC').replaceAll(unseen, '').toLowerCase();

/** Sorts texts as a language does, for lists that only the screen has. */
export const inLanguage = (language: string): ((one: string, other: string) => number) =>
  new Intl.Collator(language).compare;

/** A text whose case doesn't count, with its accents. */
export const foldCase = (text: string): string => text.toLowerCase();

/** A text that begins a sentence. */
export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
