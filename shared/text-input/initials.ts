import { isVisible } from './shown-text.ts';

const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** The first characters of a text as people count them: a letter with its accent is one, and so is each emoji. */
const first = (text: string, count: number): string =>
  [...characters.segment(text)]
    .slice(0, count)
    .map(({ segment }) => segment)
    .join('');

/** Letters, digits and signs such as emoji, but no brackets, quotes, dots and dashes. */
const isInitial = (text: string): boolean => /[\p{L}\p{N}\p{S}]/u.test(text);

/** What stands for a name where there is no room for it: the first letters of two words, or two of one word. */
export const initialsOf = (name: string): string => {
  const words = name
    .toUpperCase()
    .split(/[\s\p{Pd}]+/u)
    .filter(isVisible);
  const spoken = words.map((word) => word.replaceAll(/[\p{P}]/gu, '')).filter(isInitial);
  const [one = '', other] = spoken.length > 0 ? spoken : words;
  return other === undefined ? first(one, 2) : first(one, 1) + first(other, 1);
};

/** The first letter of a name, for a small tile. Empty for no name. */
export const letterOf = (name: string): string => first(name.toUpperCase(), 1);
