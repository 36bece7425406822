import { isVisible } from './shown-text.ts';

const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** The first characters of a text as people count them: a letter with its accent is one, and so is each emoji. */
const first = (text: string, count: number): string =>
  [...characters.segment(text)]
    .slice(0, count)
    .map(({ segment }) => segment)
    .join('');

/** What stands for a name where there is no room for it: the first letters of two words, or two of one word. */
export const initialsOf = (name: string): string => {
  const [one = '', other] = name.split(/\s+/).filter(isVisible);
  return (other === undefined ? first(one, 2) : first(one, 1) + first(other, 1)).toUpperCase();
};
