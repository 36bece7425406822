import { describe, expect, test } from 'vitest';
import { addressesIn, isAddress } from './address-list.logic.ts';

const [ann, bob, cy] = ['ann@example.test', 'bob@example.test', 'cy@example.test'];

describe('typed addresses', () => {
  test.each([
    [ann, [ann]],
    [`${ann}, ${bob};${cy}`, [ann, bob, cy]],
    [`${ann}\n${bob}\r\n`, [ann, bob]],
    [`\uFEFF${ann}\n${bob}`, [ann, bob]],
    [`${ann} ${bob}\t${cy}`, [ann, bob, cy]],
    [`Ann Day <${ann}>, Bob <${bob}>`, [ann, bob]],
    [`"Day, Ann" <${ann}>; mailto:${bob}`, [ann, bob]],
    [`${ann},  ANN@example.test`, [ann]],
    [`${bob}\n${ann}\n${bob}`, [bob, ann]],
    [`${ann}, bob, ${cy}`, [ann, 'bob', cy]],
    // One mailbox, in two spellings of its host.
    ['anna@münchen.de, Anna@xn--mnchen-3ya.de', ['anna@münchen.de']],
    // As Outlook copies recipients
    [`Day, Ann <${ann}>; Roe, Bob <${bob}>`, [ann, bob]],
    [`Day, Ann (IT) <${ann}>; ${cy}`, [ann, cy]],
    [`${cy}, Day, Ann <${ann}>, Roe, Bob <${bob}>`, [cy, ann, bob]],
    [`cy; Day, Ann <${ann}>`, ['cy', ann]],
    [`${bob} Ann <${ann}>`, [bob, ann]],
    [`"${ann}" <${ann}>, <mailto:${bob}>, <>`, [ann, bob]],
    // Separators of Chinese and Japanese keyboards
    [`${ann}、${bob}，${cy}；dan@example.test`, [ann, bob, cy, 'dan@example.test']],
    ['', []],
    [' , ;\n', []],
  ])('%j', (text, expected) => {
    expect(addressesIn(text)).toEqual(expected);
  });
});

describe('tables', () => {
  test.each([
    ['uses a column named by its header', `Name,E-Mail,Since\nAnn,${ann},2024\nBob,${bob},2025\n`, [ann, bob]],
    ['skips a lone header above addresses', `email\n${ann}\n${bob}`, [ann, bob]],
    [
      'accepts a byte order mark, semicolons and quotes',
      `\uFEFF"Name";"E-mail address"\r\n"Day; Ann";"${ann}"\r\n`,
      [ann],
    ],
    ['accepts tabs, as pasted from spreadsheets', `Ann\t${ann}\nBob\t${bob}`, [ann, bob]],
    ['finds the column with addresses if there is no header', `Ann,${ann}\nBob,${bob}\nCy,${cy}`, [ann, bob, cy]],
    ['accepts a line break inside of quotes', `name,mail\n"Ann\nDay",${ann}\nBob,${bob}`, [ann, bob]],
    ['keeps an invalid cell', `Ann,${ann}\nBob,bob.example.test\nCy,${cy}`, [ann, 'bob.example.test', cy]],
    ['skips a row without an address', `Name,Email\nAnn,${ann}\nBob,\nCy,${cy}`, [ann, cy]],
    ['reads two columns of addresses', `${ann},${bob}\n${cy},dan@example.test`, [ann, bob, cy, 'dan@example.test']],
    [
      'reads names with addresses in brackets',
      `Ann Day <${ann}>, Bob <${bob}>\nCy <${cy}>, D <dan@example.test>`,
      [ann, bob, cy, 'dan@example.test'],
    ],
    ['uses the separator that a spreadsheet names', `sep=|\r\nName|E-MAIL\r\nAnn|${ann}\r\n`, [ann]],
    ['finds nothing in a header without rows', 'Name,Email', []],
  ])('%s', (_, text, expected) => {
    expect(addressesIn(text)).toEqual(expected);
  });
});

test.each([
  [ann, true],
  [` ${ann} `, true],
  ['anna@münchen.de', true],
  ['bob', false],
])('%j is an address: %j', (text, expected) => {
  expect(isAddress(text)).toBe(expected);
});

test.each(['"a" '.repeat(5_000), '"'.repeat(20_000), '<'.repeat(20_000), 'a,'.repeat(10_000)])(
  'a long text of %.4j… takes no time',
  (text) => {
    const before = process.cpuUsage();
    addressesIn(text);
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(500);
  },
);
