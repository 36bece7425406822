import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byText, searchKey, sortKey } from './text-keys.ts';

describe('a search', () => {
  it.each([
    ['\u00c9mile', 'emile'],
    ['E\u0301mile', 'emile'],
    ['\u0130stanbul', 'istanbul'],
    ['\u0131l\u0131k', 'ilik'],
    ['Stra\u00dfe', 'strasse'],
    ['\u1e9e', 'ss'],
    ['\u0141\u00f3d\u017a', 'lodz'],
    ['S\u00f8ren \u00c6b', 'soren aeb'],
    ['\ufb01nance', 'finance'],
    ['\uff21\uff22\uff23', 'abc'],
    ['\u039f\u0394\u039f\u03a3', '\u03bf\u03b4\u03bf\u03c3'],
    ['\u0419\u043e\u0433\u0443\u0440\u0442', '\u0438\u043e\u0433\u0443\u0440\u0442'],
    ['Ann\u200b\u00ad', 'ann'],
    // A vowel sign is a letter to who reads Hindi.
    ['\u0915\u0940', '\u0915\u0940'],
  ])('compares %j as %s', (text, key) => {
    expect(searchKey(text)).toBe(key);
  });

  it('finds a text however it is composed and in any case', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (text) => {
        const key = searchKey(text);
        for (const form of ['NFC', 'NFD', 'NFKC', 'NFKD']) expect(searchKey(text.normalize(form))).toBe(key);
        expect(searchKey(key)).toBe(key);
        expect(searchKey(text.toLowerCase())).toBe(key);
      }),
      { numRuns: 2_000 },
    );
  });

  it('compares ASCII as 0.1.0 did, whose keys are kept', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary-ascii' }), (text) => {
        expect(searchKey(text)).toBe(text.toLowerCase());
        expect(sortKey(text)).toBe(text.toLowerCase());
      }),
    );
  });
});

describe('a list', () => {
  it('has accents beside the letters that they belong to', () => {
    const names = [
      'Zebra',
      '\u00c4rger',
      'arger',
      'Argerlich',
      'Emil',
      '\u00c9mile',
      'Emilie',
      '\u00d8rsted',
      'Otto',
      'apfel',
    ];
    expect(names.toSorted(byText)).toEqual([
      'apfel',
      'arger',
      '\u00c4rger',
      'Argerlich',
      'Emil',
      '\u00c9mile',
      'Emilie',
      '\u00d8rsted',
      'Otto',
      'Zebra',
    ]);
  });

  it('has each name before those that begin with it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 20 }), fc.stringMatching(/^[a-z]{1,5}$/), (name, more) => {
        // A mark at the end would belong to the letter after it.
        fc.pre(/^[\p{L}\p{N} ]*$/u.test(name));
        expect(byText(name, `${name}${more}`)).toBe(-1);
      }),
    );
  });
});
