import transliterate from '@sindresorhus/transliterate';

const beyondAscii = /[^\0-\x7f]/;
/** Marks that many scripts share, such as accents, and joiners. Vowel signs of one script alone are letters to its readers. */
const ignored = /[\p{Script=Inherited}\p{Cf}]/gu;
/** Letters such as ß and ł, which no normal form takes apart. */
const latin = /(?!\p{ASCII})\p{Script=Latin}/gu;

/**
 * DECISION 0282: what a search compares: texts that differ in case, accents or their way of composing letters have the
 * same key. That of a key is the key itself. An ASCII text's is the text in lower case, as version 0.1.0 stored it.
 */
export const searchKey = (text: string): string => {
  if (!beyondAscii.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(ignored, '')
    .replaceAll('ς', 'σ')
    .replaceAll(latin, (letter) => transliterate(letter).toLowerCase())
    .normalize('NFKD');
};

/** Comes before every character that a text can show, so that a name precedes those that begin with it. */
const separator = '\u0001';

/**
 * What lists sort by, in the order of code points: by {@link searchKey}, and texts that differ in accents alone, by them. The
 * same on every computer and with every database. An ASCII text's is the text in lower case.
 */
export const sortKey = (text: string): string => {
  const key = searchKey(text);
  const spelled = text.normalize('NFC').toLowerCase().normalize('NFC');
  return spelled === key ? key : `${key}${separator}${spelled}`;
};

/** Sorts texts as the lists of the service do. */
export const byText = (one: string, other: string): number => {
  const [key, otherKey] = [sortKey(one), sortKey(other)];
  return Number(key > otherKey) - Number(key < otherKey);
};
