const beyondAscii = /[^\0-\x7f]/;

/** A word of a protocol, a format or a setting in lower case. Letters other than those of ASCII stay as they are. */
export const lowerAscii = (word: string): string =>
  beyondAscii.test(word) ? word.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase()) : word.toLowerCase();

/** The same in upper case. */
export const upperAscii = (word: string): string =>
  beyondAscii.test(word) ? word.replaceAll(/[a-z]+/g, (letters) => letters.toUpperCase()) : word.toUpperCase();
