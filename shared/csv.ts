/** What spreadsheets take for the beginning of a formula, also behind blanks. */
const formula = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/u;

/** A cell that no spreadsheet runs: what looks like a formula begins with an apostrophe. */
const neutralised = (text: string): string => (formula.test(text) ? `'${text}` : text);

const cell = (value: string | number | boolean | null): string => {
  if (value === null) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const safe = neutralised(value);
  return /[",;\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** RFC 4180: rows end with CRLF. Formulas are neutralised. */
export const toCsv = (rows: readonly (readonly (string | number | boolean | null)[])[]): string =>
  rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');
