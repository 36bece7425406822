import { expect, test } from 'vitest';
import { initialsOf, letterOf } from './initials.ts';

test.each([
  ['Ann Day', 'AD'],
  ['ann mary day', 'AM'],
  ['Ann', 'AN'],
  ['  Ann \u00a0 Day ', 'AD'],
  ['山田 太郎', '山太'],
  // Each of these letters and signs is more than one UTF-16 unit, most of them more than one character to Unicode.
  ['🎻 Wong', '🎻W'],
  ['𠮷野 太郎', '𠮷太'],
  ['🇬🇧 👨‍👩‍👧‍👦', '🇬🇧👨‍👩‍👧‍👦'],
  ['E\u0301lodie', 'E\u0301L'],
  ['\u200b Ann', 'AN'],
  ['Jean-Luc', 'JL'],
  ["O'Neil", 'ON'],
  ['(Ann) "Lee"', 'AL'],
  ['अनिल कुमार', 'अकु'],
  // Upper case has more letters here.
  ['ﬁona ßen', 'FS'],
  ['?!', '?!'],
  ['', ''],
])('%j is %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
  expect(initialsOf(name).isWellFormed()).toBe(true);
});

test.each([
  ['production', 'P'],
  ['🇩🇪 Berlin', '🇩🇪'],
  ['👩‍👩‍👧‍👦 Familie', '👩‍👩‍👧‍👦'],
  ['e\u0301tape', 'E\u0301'],
  ['ßtraße', 'S'],
  ['إنتاج', 'إ'],
  ['', ''],
])('the letter of %j is one character, as people count them', (name, expected) => {
  expect(letterOf(name)).toBe(expected);
});
