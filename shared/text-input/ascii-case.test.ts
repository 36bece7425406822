import { expect, it } from 'vitest';
import { lowerAscii, upperAscii } from './ascii-case.ts';

it.each([
  ['Content-TYPE', 'content-type', 'CONTENT-TYPE'],
  // The Kelvin sign: in lower case, a letter of ASCII.
  ['\u212aEY', '\u212aey', '\u212aEY'],
  ['\u0130D', '\u0130d', '\u0130D'],
  ['stra\u00dfe', 'stra\u00dfe', 'STRA\u00dfE'],
])('%j has no other letters changed', (word, lower, upper) => {
  expect([lowerAscii(word), upperAscii(word)]).toEqual([lower, upper]);
});
