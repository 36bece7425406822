import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCode } from './typed-code.ts';

describe('a code', () => {
  it.each([
    ['123 456', '123456'],
    ['123-456', '123456'],
    ['\uff11\uff12\uff13\uff14\uff15\uff16', '123456'],
    ['\u0661\u0662\u0663\u0664\u0665\u0666', '123456'],
    ['\u06f1\u06f2\u06f3\u06f4\u06f5\u06f6', '123456'],
    ['\u0967\u0968\u0969\u096a\u096b\u096c', '123456'],
    ['\u200b123\u200b456\ufeff', '123456'],
    ['123\u00a0456\u202f', '123456'],
    ['ABCD\u2013efgh\u2014ijkl\u2212mnop', 'abcdefghijklmnop'],
    ['\uff41\uff42\uff43\uff44\u2010\uff25\uff26\uff27\uff28', 'abcdefgh'],
  ])('%j is %s', (typed, code) => {
    expect(readCode(typed)).toBe(code);
  });

  it('has the digits of every script', () => {
    const digits = Array.from({ length: 0x110000 }, (_, point) => point)
      .filter((point) => point < 0xd800 || point > 0xdfff)
      .map((point) => String.fromCodePoint(point))
      .filter((char) => /\p{Nd}/u.test(char));
    expect(digits.length).toBeGreaterThan(600);
    // In the order of Unicode, those of each script follow each other.
    expect(digits.map(readCode)).toEqual(digits.map((_, index) => String(index % 10)));
  });

  it('is read as it was issued, whatever is put between its characters', () => {
    const between = fc.stringMatching(/^[ \-\u2010-\u2015\u2212\u200b\u00a0\u3000\ufeff\u00ad]{0,3}$/u);
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z2-7]{16}$/), between, (code, text) => {
        expect(readCode([...code].join(text))).toBe(code);
      }),
    );
  });
});
