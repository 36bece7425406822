import { expect, test } from 'vitest';
import { initialsOf } from './initials.ts';

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
