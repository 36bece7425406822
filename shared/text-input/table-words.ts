import { searchKey } from './text-keys.ts';

/** What spreadsheets put before a table to say which character separates its cells: `sep=;`. */
const separatorLine = /^\ufeff?sep=(.)(\r\n|\r|\n)/i;

const separators = [',', ';', '\t', '|'] as const;

/** What separates the cells of the first row. Spreadsheets write what is usual in their country. */
const separatorOf = (text: string): string => {
  const [row = ''] = text
    .replace(/^[\r\n ]+/, '')
    .replaceAll(/"[^"]*"?/g, '')
    .split(/\r|\n/, 1);
  const counts = separators.map((separator) => row.split(separator).length);
  return separators[counts.indexOf(Math.max(...counts))] ?? ',';
};

/**
 * What separates the cells of a file, and its text below the line that may say so.
 * @param text as much of it as its first two lines
 */
export const separatedText = (text: string): { separator: string; rest: string; lines: number } => {
  const [line = '', named] = separatorLine.exec(text) ?? [];
  const rest = text.slice(line.length);
  return { separator: named ?? separatorOf(rest), rest, lines: line === '' ? 0 : 1 };
};

/** The words of a header without case, accents, spaces and marks: `E-Mail` and `email` are the same column. */
export const columnKey = (header: string): string => searchKey(header).replaceAll(/[^\p{L}\p{N}]+/gu, '');

const words = {
  yes: new Set(['true', 'yes', 'y', '1', 'wahr', 'ja', 'on']),
  no: new Set(['false', 'no', 'n', '0', 'falsch', 'nein', 'off', '']),
};

/** What spreadsheets and people write for yes and no. Undefined for any other text. */
export const truthOf = (cell: string): boolean | undefined => {
  const word = searchKey(cell.trim());
  return words.yes.has(word) ? true : words.no.has(word) ? false : undefined;
};

/** A cell whose text is one of some words, in any case; else the cell as it is. */
export const wordOf = (cell: string): string => searchKey(cell.trim());

/**
 * An amount with a point. Spreadsheets in many languages write `1.234,50`; a comma with three digits behind it may be that of a
 * thousand, so such a cell stays as it is.
 */
export const amountOf = (cell: string): string =>
  /^-?(?:\d+|\d{1,3}(?:\.\d{3})+),\d{1,2}$/.test(cell) ? cell.replaceAll('.', '').replace(',', '.') : cell;

/** A day as `2026-01-31`. Spreadsheets write `31.1.2026`, too; with slashes, the month may come first, so such a cell stays. */
export const dayOf = (cell: string): string => {
  const [, day = '', month = '', year = ''] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(cell) ?? [];
  return year === '' ? cell : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
};
