import { describe, expect, it } from 'vitest';
import { amountCell, toCsv, withoutMark } from './csv.ts';

describe('CSV', () => {
  it('has one row per line, and quotes where needed', () => {
    expect(
      toCsv([
        ['name', 'count', 'on', 'none'],
        ['plain', 3, true, null],
        ['a,b', -1.5, false, null],
        ['say "hi"', 0, true, null],
        ['two\r\nlines', 1, true, null],
        [' blank ', 1, true, null],
        ['a;b', 1, true, null],
      ]),
    ).toBe(
      'name,count,on,none\r\nplain,3,true,\r\n"a,b",-1.5,false,\r\n"say ""hi""",0,true,\r\n"two\r\nlines",1,true,\r\n" blank ",1,true,\r\n"a;b",1,true,\r\n',
    );
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', ' =1', '\t=1', '\rx', '\n=1', '＝1', '=HYPERLINK("http://x","y")'])(
    'neutralizes %j',
    (text) => {
      const cell = toCsv([[text]]).slice(0, -2);
      expect(cell.replace(/^"/, '').startsWith("'")).toBe(true);
    },
  );

  it('leaves amounts as numbers, also negative ones, and nothing else that is given for one', () => {
    const amounts = ['-5.00', '9.99', '-1+cmd', '=1.00', null].map(amountCell);
    expect(toCsv([amounts])).toBe("-5.00,9.99,'-1+cmd,'=1.00,\r\n");
  });

  it.each(['a=b', 'user@example.com', 'x-1', "it's", ''])('leaves %j as it is', (text) => {
    expect(toCsv([[text]])).toBe(`${text}\r\n`);
  });

  it.each(['=1', "'=1", "''=1", ' =1', "' =1", '\t', "'\t", "it's", "'quoted'", "'", '', '-1', 'plain'])(
    'is read back as it was (%j)',
    (text) => {
      const written = toCsv([[text]]).slice(0, -2);
      const unquoted = written.startsWith('"') ? written.slice(1, -1).replaceAll('""', '"') : written;
      expect(withoutMark(unquoted)).toBe(text);
    },
  );
});
