import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toCsv } from './csv.ts';
import { parseCsv } from './csv-parse.ts';

describe('reading CSV', () => {
  it.each([
    [
      'a,b\r\n1,2\r\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      '\uFEFFa;b\n1;2,5',
      [
        ['a', 'b'],
        ['1', '2,5'],
      ],
    ],
    ['a\r1\r', [['a'], ['1']]],
    [
      '"a,""b""",c\n"two\r\nlines",',
      [
        ['a,"b"', 'c'],
        ['two\r\nlines', ''],
      ],
    ],
    [
      'a,b\n\n , \n1,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    ['a, "b" \n', [['a', 'b ']]],
    ['a"b,c', [['a"b', 'c']]],
    ['', []],
  ])('%j', (text, rows) => {
    expect(parseCsv(text)).toEqual(rows);
  });

  it('refuses a quotation mark that is not closed', () => {
    expect(parseCsv('a,"b\nc')).toBeUndefined();
  });

  it('reads back what is written', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '1', ',', ';', '"', '\n', 'ü') }).map((text) => `x${text}x`);
    const row = fc.array(cell, { minLength: 2, maxLength: 4 });
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 5 }), (rows) => {
        const table = [['first', 'second'], ...rows];
        expect(parseCsv(toCsv(table))).toEqual(table);
      }),
    );
  });
});
