import Papa from 'papaparse';
import { normalizeEmail } from '#shared/text-input/email-address.ts';
import { columnKey, separatedText } from '#shared/text-input/table-words.ts';
import { foldCase } from '#shared/text-input/text-case.ts';

const isHead = (cell: string): boolean => /^e?mail(?:address|adresse)?$/.test(columnKey(cell));
const hasAt = (cell: string): boolean => cell.includes('@');

/** Reduces `Ann <ann@example.test>` and `mailto:ann@example.test` to the address. */
const bare = (cell: string): string =>
  (/<([^<>]+)>/.exec(cell)?.[1] ?? cell)
    .trim()
    .replace(/^mailto:/i, '')
    .trim();

/** The addresses in a table, with or without a header row; undefined if the text isn't a table. */
const fromTable = (text: string, separator: string | undefined): string[] | undefined => {
  const options = { skipEmptyLines: 'greedy', ...(separator !== undefined && { delimiter: separator }) } as const;
  const rows = Papa.parse<string[]>(text, options).data.map((row) => row.map((cell) => cell.trim()));
  const [head = [], ...body] = rows;
  const named = head.findIndex(isHead);
  if (named >= 0 && !head.some(hasAt)) return body.map((row) => row[named] ?? '');
  const regular = rows.length > 1 && head.length > 1 && rows.every(({ length }) => length === head.length);
  if (!regular) return undefined;
  const columns = head.flatMap((_, column) => {
    const filled = rows.filter((row) => hasAt(row[column] ?? '')).length;
    return filled * 2 > rows.length ? [column] : [];
  });
  return columns.length === 0 ? undefined : rows.flatMap((row) => columns.map((column) => row[column] ?? ''));
};

/** What stands before an address in brackets, without the name: `Day, Ann <ann@example.test>`, as Outlook writes it. */
const withoutName = (text: string): string => {
  const unquoted = text.replaceAll(/"[^"]*"/g, '');
  const at = unquoted.lastIndexOf('@');
  const addressEnd = at < 0 ? 0 : at + unquoted.slice(at).search(/[\s,;]|$/);
  return unquoted.slice(0, Math.max(addressEnd, unquoted.lastIndexOf(';') + 1, unquoted.lastIndexOf('\n') + 1));
};

/** Splits typed text at commas, semicolons, spaces and line breaks; also understands `Ann <ann@example.test>`. */
const fromText = (text: string): string[] =>
  text.split(/<([^<>]*)>/).flatMap((piece, index, { length }) => {
    if (index % 2 === 1) return [piece];
    return (index < length - 1 ? withoutName(piece) : piece).split(/[\s,;\u3001\uff0c\uff1b]+/);
  });

/**
 * The addresses in text that was typed, pasted from a spreadsheet or read from a CSV file. Handles quoted cells,
 * semicolons, tabs and a byte order mark; finds the column by its header or its content. Removes duplicates, but keeps
 * invalid addresses, so that the form can report them.
 */
export const addressesIn = (text: string): string[] => {
  const seen = new Set<string>();
  const { separator, rest, lines } = separatedText(text);
  // What people type has no rows that would tell.
  const named = lines > 0 ? separator : undefined;
  return (fromTable(rest, named) ?? fromText(rest)).map(bare).filter((address) => {
    const key = normalizeEmail(address) ?? foldCase(address);
    return address !== '' && !seen.has(key) && seen.add(key);
  });
};

export const isAddress = (text: string): boolean => normalizeEmail(text.trim()) !== undefined;
