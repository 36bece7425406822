/** Begins a file. Without it, spreadsheets assume an older encoding. */
export const byteOrderMark = '\ufeff';

/**
 * What spreadsheets treat as the start of a formula, even after leading whitespace. Apostrophes before it count, too, so that
 * {@link withoutMark} takes off exactly the one that was added.
 */
const formula = /^'*(\s*[=+\-@＝＋－＠]|[\t\r\n])/u;

/** Prefixes anything that looks like a formula with an apostrophe, so that no spreadsheet runs it. */
const neutralised = (text: string): string => (formula.test(text) ? `'${text}` : text);

/** The text of a cell that {@link toCsv} wrote. */
export const withoutMark = (text: string): string =>
  text.startsWith("'") && formula.test(text.slice(1)) ? text.slice(1) : text;

/** An amount of money as text. A negative one looks like a formula, and is none. */
interface Amount {
  readonly amount: string | null;
}

type Cell = string | number | boolean | null | Amount;

export const amountCell = (amount: string | null): Amount => ({ amount });

const cell = (value: Cell): string => {
  if (value === null) return '';
  if (typeof value === 'object')
    return /^-?\d+\.\d+$/.test(value.amount ?? '') ? String(value.amount) : cell(value.amount);
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const safe = neutralised(value);
  return /[",;\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/**
 * RFC 4180: rows end with CRLF. Formulas are neutralized. DECISION 0055: papaparse leaves semicolons unquoted, which some
 * spreadsheets split at.
 */
export const toCsv = (rows: readonly (readonly Cell[])[]): string =>
  rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');
